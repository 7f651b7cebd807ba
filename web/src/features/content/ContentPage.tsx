import { contains } from '@/shared/folded'
import { Alert, Button, Input, Menu, Message, Select, Switch } from '@arco-design/web-react'
import { IconLaunch } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useUnsaved } from '@/resource/form/useUnsaved'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { useTopics } from '@/shared/hooks/useTopics'
import { useWide } from '@/shared/hooks/useWide'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { RefreshButton } from '@/shared/ui/RefreshButton'
import {
  changesOf,
  loadSlots,
  PAGES,
  save,
  without,
  written,
  wrongWith,
  type PageName,
  type Pair,
} from './model'
import { TextSlot } from './TextSlot'
import classes from './content.module.css'

/** The texts of the public site, page by page: the built-in text, and the site's own in its place. */
export default function ContentPage() {
  const { t } = useTranslation()
  const wide = useWide(1024)
  const { show } = useProblem()
  const can = usePermission('site/content')
  const [search, setSearch] = useSearchParams()
  const place = PAGES.find(({ page }) => page === search.get('page')) ?? PAGES[0]
  const fetched = useFetched(place.page, (signal) => loadSlots(place.page, signal))
  const [drafts, setDrafts] = useState<Record<string, Pair>>({})
  const [words, setWords] = useState('')
  const [onlyWritten, setOnlyWritten] = useState(false)
  const { busy, submit } = useSubmit(show)
  const slots = fetched.shownKey === place.page ? fetched.data : null
  const changes = changesOf(slots ?? [], drafts)
  const wrong = changes.some(({ slot, value }) =>
    (['zh', 'en'] as const).some((language) => wrongWith(slot, value[language], language)),
  )
  const dirty = changes.length > 0
  const guarded = useUnsaved(dirty)
  useTopics(['resource:site.Content'], () => {
    if (!dirty && !busy) fetched.reload()
  })

  const go = (page: PageName): void =>
    guarded(() => {
      setDrafts({})
      setSearch({ page }, { replace: true })
    })
  const saveAll = async (): Promise<void> => {
    for (const change of changes) {
      await save(place.page, change)
      // Saved texts are no changes any more, even if others fail.
      setDrafts((old) => without(old, change.slot.key))
    }
    Message.success(t('content.saved'))
  }
  const shown = (slots ?? []).filter((slot) => {
    const now = drafts[slot.key] ?? written(slot)
    if (onlyWritten && now.zh === '' && now.en === '') return false
    return [slot.key, slot.built.zh, slot.built.en, now.zh, now.en].some((text) => contains(text, words))
  })
  const name = (page: (typeof PAGES)[number]): string => t(page.label)

  return (
    <Page
      title={t('content.title')}
      remark={t('content.remark')}
      actions={
        <>
          <RefreshButton
            refresh={() =>
              guarded(() => {
                setDrafts({})
                fetched.reload()
              })
            }
          />
          <Button icon={<IconLaunch />} href={place.path} target="_blank">
            {t('content.open')}
          </Button>
        </>
      }
    >
      <Card>
        <div className={classes.columns}>
          {wide ? (
            <nav aria-label={t('content.pages')}>
              <Menu selectedKeys={[place.page]} onClickMenuItem={(page) => go(page as PageName)}>
                {PAGES.map((one) => (
                  <Menu.Item key={one.page}>{name(one)}</Menu.Item>
                ))}
              </Menu>
            </nav>
          ) : (
            <Select aria-label={t('content.pages')} value={place.page} onChange={go}>
              {PAGES.map((one) => (
                <Select.Option key={one.page} value={one.page}>
                  {name(one)}
                </Select.Option>
              ))}
            </Select>
          )}
          <div className={classes.texts}>
            <div className={classes.tools}>
              <Input.Search
                className={classes.search}
                aria-label={t('content.search')}
                placeholder={t('content.search')}
                allowClear
                value={words}
                onChange={setWords}
              />
              <label className={classes.only}>
                <Switch size="small" checked={onlyWritten} onChange={setOnlyWritten} />
                {t('content.only')}
              </label>
            </div>
            {fetched.error && !slots ? (
              <Problem error={fetched.error} retry={fetched.reload} />
            ) : !slots ? (
              <Waiting />
            ) : shown.length === 0 ? (
              <Nothing text={t('content.none')} />
            ) : (
              <ol className={classes.list}>
                {shown.map((slot) => (
                  <TextSlot
                    key={slot.key}
                    slot={slot}
                    value={drafts[slot.key] ?? written(slot)}
                    editable={can(slot.row ? 'edit' : 'add')}
                    onChange={(value) => setDrafts((old) => ({ ...old, [slot.key]: value }))}
                  />
                ))}
              </ol>
            )}
            {dirty && (
              <div className={classes.actions} role="status">
                <Button
                  type="primary"
                  loading={busy}
                  disabled={wrong}
                  onClick={() => void submit(saveAll).then(fetched.reload)}
                >
                  {t('content.save', { count: changes.length })}
                </Button>
                <Button disabled={busy} onClick={() => setDrafts({})}>
                  {t('content.discard')}
                </Button>
                {wrong && <Alert type="warning" content={t('content.wrong')} />}
              </div>
            )}
          </div>
        </div>
      </Card>
    </Page>
  )
}
