import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '@/features/orders'
import { Nothing } from '@/shared/ui/Page'
import classes from './clerk.module.css'
import { TaskFooter } from './TaskFooter'
import { ScanBox, type Scanned } from './ScanBox'
import type { OrderTask } from './tasks'
import type { Note } from './useNote'

interface Props {
  task: OrderTask
  order: Order
  /** What the last scan meant. */
  note: Note
  scanned: Scanned
  /** What is asked before the work goes on. */
  question?: ReactNode
  /** Lines that are open or counted. */
  lines: readonly ReactNode[]
  /** How many parts are sent. */
  count: number
  /** What the button says, when it is not the task's own. */
  action?: string
  /** More is to be counted before anything is sent. */
  unfinished?: boolean
  wrong: boolean
  send: () => void
}

/** The work with an order: its number, the scanner, its lines and the button that sends what was counted. */
export function OrderFrame({
  task,
  order,
  note,
  scanned,
  question,
  lines,
  count,
  action,
  unfinished,
  wrong,
  send,
}: Props) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const showFault = (): void =>
    list.current?.querySelector(`.${classes.warning}`)?.scrollIntoView({ block: 'center' })
  return (
    <>
      <h2 className={classes.number}>
        {task.number(order)} <span className={classes.dim}>{task.about(order)}</span>
      </h2>
      <ScanBox note={note} hint={t('clerk.scanProduct')} scanned={scanned} />
      {question}
      {lines.length === 0 ? (
        <Nothing text={t('clerk.allDone')} />
      ) : (
        <ul ref={list} className={classes.lines}>
          {lines}
        </ul>
      )}
      <TaskFooter
        label={action ?? t(`clerk.send.${task.name}`, { count })}
        disabled={count === 0 || wrong || !!unfinished}
        fault={wrong ? { text: t('clerk.mendFirst'), show: showFault } : undefined}
        send={send}
      />
    </>
  )
}
