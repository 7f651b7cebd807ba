import { Button, Input, Message, Popover } from '@arco-design/web-react'
import { IconDelete, IconStar } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useSnapshot } from 'valtio'
import { dropFilter, filterOf, keepFilter, NAME_MAX, SAVED_MAX, savedFilters } from './filterStore'
import classes from './savedFilters.module.css'

/** Filters of a list under names of the user's own: to be used again, saved and dropped. */
export function SavedFilters({ list }: { list: string }) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const saved = useSnapshot(savedFilters)[list] ?? []
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const present = filterOf(search.toString())
  const save = (): void => {
    const given = name.trim()
    if (!given || !present) return
    if (keepFilter(list, given, present)) setName('')
    else Message.warning(t('common.saved.full', { count: SAVED_MAX }))
  }
  const content = (
    <div className={classes.saved}>
      {saved.length === 0 && <p>{t('common.saved.none')}</p>}
      <ul>
        {saved.map((one) => (
          <li key={one.name}>
            <Button
              type="text"
              className={classes.name}
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
              icon={<IconDelete />}
              aria-label={t('common.saved.drop', { name: one.name })}
              onClick={() => dropFilter(list, one.name)}
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
          onChange={setName}
          onPressEnter={save}
        />
        <Button type="primary" disabled={!present || !name.trim()} onClick={save}>
          {t('common.saved.save')}
        </Button>
      </div>
      {!present && <p>{t('common.saved.choose')}</p>}
    </div>
  )
  return (
    <Popover trigger="click" position="br" popupVisible={open} onVisibleChange={setOpen} content={content}>
      <Button icon={<IconStar />} data-action="saved-filters" aria-expanded={open}>
        {t('common.saved.title')}
      </Button>
    </Popover>
  )
}
