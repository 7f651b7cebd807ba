import { Button } from '@arco-design/web-react'
import { IconPrinter } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { openPdf } from './pdf'

/** Shows the paper at an address of the node. */
export function PrintButton({ path }: { path: string }) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const { busy, submit } = useSubmit(show)
  return (
    <Button
      icon={<IconPrinter />}
      loading={busy}
      data-action="print"
      onClick={() => void submit(() => openPdf(path))}
    >
      {t('common.print')}
    </Button>
  )
}
