import { Button, Dropdown, Menu } from '@arco-design/web-react'
import { IconDown, IconPrinter } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { openPdf } from '@/shared/print/pdf'
import type { Kind } from './kinds'

interface PrintOrdersProps {
  /** What is printed: where it is asked for, and the papers beside the orders themselves. */
  kind: Pick<Kind, 'papers'> & { url: string }
  ids: readonly number[]
  size?: 'small'
  /** What is on the screen can be printed as it is, too. */
  screen?: boolean
}

/** The papers of orders as PDF, several orders in one file. */
export function PrintOrders({ kind, ids, size, screen }: PrintOrdersProps) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const { busy, submit } = useSubmit(show)
  const print = (form: string): void => {
    if (form === 'screen') {
      window.print()
      return
    }
    const query = [...ids.map((id) => `ids[]=${id}`), `form=${form}`].join('&')
    void submit(() => openPdf(`${kind.url}/print?${query}`))
  }
  const menu = (
    <Menu onClickMenuItem={print}>
      {['order', ...(kind.papers ?? [])].map((form) => (
        <Menu.Item key={form}>{t(`orders.papers.${form}`)}</Menu.Item>
      ))}
      {screen && <Menu.Item key="screen">{t('orders.papers.screen')}</Menu.Item>}
    </Menu>
  )
  return (
    <Dropdown droplist={menu} trigger="click" position="bl">
      <Button size={size} icon={<IconPrinter />} loading={busy} data-action="print">
        {t('orders.print')} <IconDown />
      </Button>
    </Dropdown>
  )
}
