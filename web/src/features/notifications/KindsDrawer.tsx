import { Drawer } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { Problem, Waiting } from '@/shared/ui/Page'
import { getSetup } from './api'
import { KindRow } from './KindRow'
import { QuietHours } from './QuietHours'
import classes from './notifications.module.css'

/** Where people choose the kinds of notifications that they want. */
export function KindsDrawer({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const fetched = useFetched('notification setup', getSetup)
  const kinds = fetched.data?.kinds
  const groups = [...new Set(kinds?.map((kind) => kind.group))]
  return (
    <Drawer
      visible
      width={Math.min(480, window.innerWidth)}
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
        <>
          {fetched.data?.mail.address ? (
            <>
              <p className={classes.hint}>
                {t('notification.mailTo', { address: fetched.data.mail.address })}
              </p>
              <QuietHours mail={fetched.data.mail} />
            </>
          ) : (
            <p className={classes.hint}>{t('notification.mailNeeds')}</p>
          )}
          {groups.map((group) => (
            <section key={group} aria-label={group}>
              <h3 className={classes.group}>{group}</h3>
              {kinds
                .filter((kind) => kind.group === group)
                .map((kind) => (
                  <KindRow
                    key={kind.name}
                    kind={kind}
                    warehouses={fetched.data?.warehouses ?? []}
                    mailable={!!fetched.data?.mail.address}
                  />
                ))}
            </section>
          ))}
        </>
      )}
    </Drawer>
  )
}
