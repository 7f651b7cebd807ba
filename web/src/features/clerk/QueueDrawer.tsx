import { Button, Drawer, Input, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimal } from '@/shared/number/decimal'
import { Nothing } from '@/shared/ui/Page'
import { moment } from '@/shared/ui/time'
import classes from './clerk.module.css'
import { clerkQueue } from './clerkQueue'
import type { Queued } from './commandStore'
import { COUNT } from './counted'

interface Part {
  /** None of what was counted in several units: the command's title names them in this order. */
  line?: number
  quantity: string
  /** Of goods that come in: a line may come in several batches. */
  batch_number?: string
  /** Of goods from the road: a line may come in good and in damaged ones. */
  damaged?: boolean
}

/** A refused command: the node's reason, its quantities to be mended, and the ways out. */
function Refused({ command }: { command: Queued }) {
  const { t } = useTranslation()
  const { body } = command
  // A command moves quantities of lines, or one quantity; that may be counted in several units.
  const single = typeof body.quantity === 'string'
  const listed = Array.isArray(body.parts) ? 'parts' : 'lines'
  const [lines, setLines] = useState<readonly Part[]>(() =>
    single ? [{ quantity: String(body.quantity) }] : ((body[listed] as Part[] | undefined) ?? []),
  )
  // Somebody may have counted that nothing is there.
  const kept = lines.filter(({ quantity }) => decimal(quantity)?.gt(command.path === COUNT ? -1 : 0))
  const mended = single ? { ...body, quantity: kept[0]?.quantity.trim() } : { ...body, [listed]: kept }
  const wrong = lines.some(({ quantity }) => quantity.trim() !== '' && !decimal(quantity))
  const drop = (): void =>
    void Modal.confirm({
      title: t('clerk.queue.drop'),
      content: t('clerk.queue.dropText', { title: command.title }),
      okButtonProps: { status: 'danger' },
      onOk: () => clerkQueue.drop(command.seq),
    })
  return (
    <>
      <p className={classes.warning} role="alert">
        {command.reason}
      </p>
      {lines.map((part, place) => (
        <label key={place} className={classes.part}>
          <span>
            {part.line === undefined
              ? [t('clerk.queue.quantity'), lines.length > 1 && place + 1].filter(Boolean).join(' ')
              : (command.goods?.[part.line] ?? t('clerk.queue.line', { line: part.line }))}
            {part.batch_number && ` · ${part.batch_number}`}
            {part.damaged && ` · ${t('clerk.damaged')}`}
          </span>
          <Input
            inputMode="decimal"
            value={part.quantity}
            onChange={(quantity) =>
              setLines(lines.map((one, index) => (index === place ? { ...one, quantity } : one)))
            }
          />
        </label>
      ))}
      <div className={classes.ways}>
        <Button status="danger" onClick={drop}>
          {t('clerk.queue.drop')}
        </Button>
        <Button
          type="primary"
          disabled={wrong || kept.length === 0}
          onClick={() => void clerkQueue.mend(command.seq, mended)}
        >
          {t('clerk.queue.again')}
        </Button>
      </div>
    </>
  )
}

/** The commands of the queue in their order. */
export function QueueDrawer({ commands, close }: { commands: readonly Queued[]; close: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer
      visible
      width="min(480px, 100%)"
      title={t('clerk.queue.title')}
      onCancel={close}
      footer={
        <Button size="large" long onClick={() => void clerkQueue.flush()}>
          {t('clerk.queue.send')}
        </Button>
      }
    >
      {commands.length === 0 ? (
        <Nothing text={t('clerk.queue.empty')} />
      ) : (
        <ol className={classes.commands}>
          {commands.map((command) => (
            <li key={command.id}>
              <strong>{command.title}</strong>
              <span className={classes.dim}>
                {moment(command.at)} · {t(`clerk.queue.${command.state}One`)}
              </span>
              {command.state === 'refused' && <Refused command={command} />}
            </li>
          ))}
        </ol>
      )}
    </Drawer>
  )
}
