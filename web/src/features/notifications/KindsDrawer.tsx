import { Drawer, Switch, Tag } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { useProblem } from '@/shared/hooks/useProblem'
import { Problem, Waiting } from '@/shared/ui/Page'
import { getSetup, mute } from './api'
import { COLOURS } from './kinds'
import classes from './notifications.module.css'

/** Where people choose the kinds of notifications that they want. */
export function KindsDrawer({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const fetched = useFetched('notification setup', getSetup)
  // Switches that the user has changed since the kinds were loaded.
  const [switched, setSwitched] = useState<Record<string, boolean>>({})
  const kinds = fetched.data?.kinds
  const groups = [...new Set(kinds?.map((kind) => kind.group))]
  const change = (name: string, wanted: boolean): void => {
    setSwitched((before) => ({ ...before, [name]: wanted }))
    mute(name, !wanted).catch((error: unknown) => {
      setSwitched((before) => ({ ...before, [name]: !wanted }))
      show(error)
    })
  }
  return (
    <Drawer
      visible
      width={Math.min(420, window.innerWidth)}
      title={t('notification.kinds')}
      footer={null}
      onCancel={close}
    >
      <p className={classes.hint}>{t('notification.kindsHint')}</p>
      {fetched.error && !kinds ? (
        <Problem error={fetched.error} retry={fetched.reload} />
      ) : !kinds ? (
        <Waiting rows={6} />
      ) : (
        groups.map((group) => (
          <section key={group} aria-label={group}>
            <h3 className={classes.group}>{group}</h3>
            {kinds
              .filter((kind) => kind.group === group)
              .map((kind) => (
                <label key={kind.name} className={classes.kind}>
                  <Tag color={COLOURS[kind.severity]}>{kind.label}</Tag>
                  <Switch
                    checked={switched[kind.name] ?? !kind.muted}
                    disabled={!kind.mutable}
                    aria-label={kind.label}
                    onChange={(wanted) => change(kind.name, wanted)}
                  />
                </label>
              ))}
          </section>
        ))
      )}
    </Drawer>
  )
}
