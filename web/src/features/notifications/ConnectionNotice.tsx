import { Alert, Button } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { live, liveStore } from '@/shared/live'

/** Says that the live connection was lost after several tries, with a button to try again. */
export function ConnectionNotice() {
  const { t } = useTranslation()
  const { state } = useSnapshot(liveStore)
  if (state !== 'polling') return null
  return (
    <Alert
      type="warning"
      banner
      data-testid="offline"
      content={t('shell.polling')}
      action={
        <Button size="mini" onClick={() => live.wake()}>
          {t('shell.reconnect')}
        </Button>
      }
    />
  )
}
