import { Button, Input, Popover, Spin } from '@arco-design/web-react'
import { IconDelete, IconStar } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useProblem } from '@/shared/hooks/useProblem'
import { Problem } from '@/shared/ui/Page'
import { dropFilter, filterOf, loadFilters, NAME_MAX, saveFilter, useSavedFilters } from './filterStore'
import classes from './savedFilters.module.css'

/** Filters of a list under names of the user's own: to be used again, saved and dropped. */
export function SavedFilters({ list }: { list: string }) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const { show } = useProblem()
  const [open, setOpen] = useState(false)
  const { saved, loaded, busy, failed } = useSavedFilters(list, open)
  const [name, setName] = useState('')
  const present = filterOf(search.toString())
  const saving = busy?.what === 'save'
  const loading = busy?.what === 'load' && !loaded
  const save = async (): Promise<void> => {
    const given = name.trim()
    if (!given || !present) return
    try {
      if (await saveFilter(list, given, present)) setName('')
    } catch (error) {
      show(error)
    }
  }
  const content = (
    <div
      className={classes.saved}
      aria-busy={busy !== null}
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      {loading && <Spin size={16} />}
      {failed !== null && !loading && <Problem error={failed} retry={() => void loadFilters(list)} />}
      {loaded && saved.length === 0 && <p>{t('common.saved.none')}</p>}
      <ul>
        {saved.map((one) => (
          <li key={one.name}>
            <Button
              type="text"
              className={classes.name}
              title={one.name}
              aria-pressed={one.search === present}
              onClick={() => {
                setSearch(new URLSearchParams(one.search), { replace: true })
                setOpen(false)
              }}
            >
              {one.name}
            </Button>
            <Button
              type="text"
              className={classes.drop}
              icon={<IconDelete />}
              aria-label={t('common.saved.drop', { name: one.name })}
              loading={busy?.what === 'drop' && busy.name === one.name}
              disabled={busy !== null}
              onClick={() => void dropFilter(list, one.name).catch(show)}
            />
          </li>
        ))}
      </ul>
      <div className={classes.save}>
        <Input
          aria-label={t('common.saved.name')}
          placeholder={t('common.saved.name')}
          maxLength={NAME_MAX}
          value={name}
          disabled={!present}
          readOnly={saving}
          onChange={setName}
          onPressEnter={() => void save()}
        />
        <Button
          type="primary"
          loading={saving}
          disabled={!present || !name.trim() || (busy !== null && !saving)}
          onClick={() => void save()}
        >
          {t('common.saved.save')}
        </Button>
      </div>
      {!present && <p>{t('common.saved.choose')}</p>}
    </div>
  )
  return (
    <Popover
      trigger="click"
      position="br"
      escToClose
      popupVisible={open}
      onVisibleChange={setOpen}
      content={content}
    >
      <Button icon={<IconStar />} data-action="saved-filters" aria-expanded={open}>
        {t('common.saved.title')}
      </Button>
    </Popover>
  )
}
