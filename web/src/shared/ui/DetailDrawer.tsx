import { Button, Drawer } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fetched } from '../hooks/useFetched'
import { useWide } from '../hooks/useWide'
import classes from './detailDrawer.module.css'
import { Problem, Waiting } from './Page'

interface Props {
  /** What kind of thing is shown. */
  title: string
  /** Which one it is; nothing until it has been read. */
  number: string | undefined
  /** On wide screens; on others all there is. */
  width: number
  fetched: Pick<Fetched<unknown>, 'error' | 'reload'>
  close: () => void
  /** The foot: what may be done beside, and what it waits for. Without both there is none. */
  side?: ReactNode
  main?: ReactNode
  /** The dialogs of what may be done. */
  dialogs: ReactNode
  /** The thing, once it has been read. */
  children: ReactNode
}

/** One thing of a list, with what may be done with it. */
export function DetailDrawer({ title, number, width, fetched, close, side, main, dialogs, children }: Props) {
  const { t } = useTranslation()
  const wide = useWide(1024)
  const read = number !== undefined
  return (
    <Drawer
      visible
      width={wide ? width : '100%'}
      title={read ? `${title} ${number}` : fetched.error ? title : t('common.loading')}
      onCancel={close}
      footer={
        side || main ? (
          <div className={classes.foot}>
            <div>{side}</div>
            <div>{main}</div>
          </div>
        ) : null
      }
    >
      {read ? (
        children
      ) : fetched.error ? (
        <Problem error={fetched.error} retry={fetched.reload} />
      ) : (
        <Waiting rows={10} />
      )}
      {dialogs}
    </Drawer>
  )
}

interface ButtonsProps<Action extends string, Row> {
  actions: { label: (action: Action, row: Row) => string; run: (action: Action, row: Row) => void }
  row: Row
  /** Those that are possible. */
  list: readonly Action[]
  /** So many of them, from the first on, stand out. */
  primary?: number
  /** Those that can't be taken back. */
  danger?: readonly Action[]
}

/** A button for each thing that may be done with a row. */
export function ActionButtons<Action extends string, Row>({
  actions,
  row,
  list,
  primary = 0,
  danger = [],
}: ButtonsProps<Action, Row>) {
  return list.map((action, index) => (
    <Button
      key={action}
      type={index < primary ? 'primary' : 'secondary'}
      status={danger.includes(action) ? 'danger' : undefined}
      data-action={action}
      onClick={() => actions.run(action, row)}
    >
      {actions.label(action, row)}
    </Button>
  ))
}
