import { Button } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'

interface Props {
  className: string | undefined
  label: string
  disabled: boolean
  close: () => void
  go: () => void
}

/** The buttons below a question of the clerk's pages: cancel, and go on. */
export function CancelOrGo({ className, label, disabled, close, go }: Props) {
  const { t } = useTranslation()
  return (
    <div className={className}>
      <Button size="large" onClick={close}>
        {t('common.cancel')}
      </Button>
      <Button size="large" type="primary" disabled={disabled} onClick={go}>
        {label}
      </Button>
    </div>
  )
}
