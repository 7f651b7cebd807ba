import { Button, Modal, Tabs } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useUnsaved } from '@/resource/form/useUnsaved'
import { ADMIN_BASE } from '@/shared/base'
import { http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { useWide } from '@/shared/hooks/useWide'
import { session } from '@/shared/session/store'
import { Card, Page, Problem, Waiting } from '@/shared/ui/Page'
import { RefreshButton } from '@/shared/ui/RefreshButton'
import { RouteLink } from '@/shared/ui/RouteLink'
import { AddSetting } from './AddSetting'
import type { Setting } from './model'
import { SettingsForm } from './SettingsForm'
import { TestMail } from './TestMail'
import { settingTabs } from './tabs'
import classes from './settings.module.css'

const URL = '/admin/routine.Config'

/** The site's settings, a tab for each group. */
export default function SettingsPage() {
  const { t } = useTranslation()
  const wide = useWide(768)
  const { show } = useProblem()
  const can = usePermission('routine/config')
  const fetched = useFetched('settings', (signal) => http.get(`${URL}/index`, {}, signal))
  const [search, setSearch] = useSearchParams()
  const [dirty, setDirty] = useState(false)
  const [adding, setAdding] = useState(false)
  const guarded = useUnsaved(dirty)
  const data = fetched.data
  const groups = settingTabs(Object.values(data?.list ?? {}), (name) => t(`settings.tabs.${name}`))
  const active = groups.find((group) => group.name === search.get('group')) ?? groups[0]

  const remove = (setting: Setting): void =>
    void Modal.confirm({
      title: t('settings.remove', { name: setting.title }),
      content: t('settings.removeText', { name: setting.name }),
      okButtonProps: { status: 'danger' },
      onOk: async () => {
        try {
          await http.del(
            `${URL}/del`,
            { ids: [setting.id] },
            { announce: t('settings.done.deleted', { name: setting.title }) },
          )
          fetched.reload()
        } catch (error) {
          show(error)
        }
      },
    })

  return (
    <Page
      title={t('settings.title')}
      actions={
        <>
          <RefreshButton refresh={() => guarded(fetched.reload)} />
          {can('add') && (
            <Button icon={<IconPlus />} onClick={() => setAdding(true)}>
              {t('settings.add')}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.page}>
        <Card>
          {fetched.error && !data ? (
            <Problem error={fetched.error} retry={fetched.reload} />
          ) : !data || !active ? (
            <Waiting />
          ) : (
            <Tabs
              activeTab={active.name}
              tabPosition={wide ? 'left' : 'top'}
              className={classes.tabs}
              onChange={(name) =>
                guarded(() => {
                  setDirty(false)
                  setSearch({ group: name }, { replace: true })
                })
              }
            >
              {groups.map((group) => (
                <Tabs.TabPane key={group.name} title={group.title} destroyOnHide>
                  {group.name === active.name && (
                    <SettingsForm
                      // Start again from the saved values.
                      key={JSON.stringify(group.list.map(({ name, value }) => [name, value]))}
                      group={group}
                      editable={can('edit')}
                      dirty={setDirty}
                      saved={(sent) => {
                        // What the frame shows of it follows at once.
                        if (typeof sent.site_name === 'string') session.siteName = sent.site_name
                        fetched.reload()
                      }}
                      remove={can('del') ? remove : undefined}
                      more={
                        group.group === 'mail' && can('sendTestMail')
                          ? (values) => <TestMail values={values} />
                          : undefined
                      }
                    />
                  )}
                </Tabs.TabPane>
              ))}
            </Tabs>
          )}
        </Card>
        {data && data.quickEntrance.length > 0 && (
          <Card label={t('settings.entrances')}>
            <h2 className={classes.subtitle}>{t('settings.entrances')}</h2>
            <nav className={classes.entrances}>
              {data.quickEntrance.map(({ key, value }) => (
                <RouteLink key={String(value)} to={`${ADMIN_BASE}/${String(value).replace(/^\//, '')}`}>
                  {key}
                </RouteLink>
              ))}
            </nav>
          </Card>
        )}
      </div>
      {adding && data && (
        <AddSetting
          groups={data.configGroup}
          group={active?.group ?? ''}
          close={() => setAdding(false)}
          saved={() => {
            setAdding(false)
            fetched.reload()
          }}
        />
      )}
    </Page>
  )
}
