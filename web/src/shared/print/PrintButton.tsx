import { Button } from '@arco-design/web-react'
import { IconPrinter } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { openPdf } from './pdf'

/** Shows the paper at an address of the node. */
export function PrintButton({ path }: { path: string }) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [busy, setBusy] = useState(false)
  const print = (): void => {
    setBusy(true)
    openPdf(path)
      .catch(show)
      .finally(() => setBusy(false))
  }
  return (
    <Button icon={<IconPrinter />} loading={busy} data-action="print" onClick={print}>
      {t('common.print')}
    </Button>
  )
}
