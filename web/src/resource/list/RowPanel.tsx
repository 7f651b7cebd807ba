import { Drawer } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useWide } from '@/shared/hooks/useWide'
import ui from '@/shared/ui/ui.module.css'
import classes from '../list.module.css'
import type { Column, Row, RowAction } from '../types'
import { RowLinks } from './RowLinks'

interface RowPanelProps<T> {
  title: string
  row: T
  columns: readonly Column<T>[]
  actions?: readonly RowAction<T>[]
  close: () => void
}

/** All that a list knows of a row, and where it leads: of lists without a page for each row. */
export default function RowPanel<T extends Row>({
  title,
  row,
  columns,
  actions = [],
  close,
}: RowPanelProps<T>) {
  const { t } = useTranslation()
  const wide = useWide(768)
  const head = columns.find(({ primary }) => primary)
  return (
    <Drawer visible width={wide ? 480 : '100%'} title={title} footer={null} onCancel={close} unmountOnExit>
      {head && <div className={classes.panelHead}>{head.render(row)}</div>}
      <dl className={`${ui.facts} ${classes.detail}`} aria-label={t('resource.columns')}>
        {columns
          .filter((column) => column !== head)
          .map((column) => [
            <dt key={`${column.key} label`}>{column.title}</dt>,
            <dd key={column.key}>{column.render(row)}</dd>,
          ])}
      </dl>
      <RowLinks row={row} actions={actions} />
    </Drawer>
  )
}
