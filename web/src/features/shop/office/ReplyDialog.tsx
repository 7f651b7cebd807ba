import { Input, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asConflict, ConflictDialog, type Conflict } from '@/resource/form/ConflictDialog'
import { resourceOf } from '@/resource/schema/store'
import type { ResourceRow } from '@/resource/schema/types'
import { useFetched } from '@/shared/hooks/useFetched'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { ApiError, http } from '@/shared/http'
import { LoadingDialog } from '@/shared/ui/LoadingDialog'
import { Stars } from '@/shared/ui/Stars'
import { Fault } from '@/shared/ui/action/Fault'
import { Pictures } from '@/shared/upload/Pictures'
import classes from './office.module.css'

const REPLY_MAX = 500

const RESOURCE = 'shop.order.Evaluation'

interface Props {
  /** As the list had it; what is replied to is read again. */
  row: ResourceRow
  close: () => void
  saved: () => void
}

/** Replies to an evaluation as it is now; an empty reply removes it. */
export default function ReplyDialog({ row, close, saved }: Props) {
  const { t } = useTranslation()
  const fetched = useFetched(`evaluation ${row.id}`, (signal) =>
    http
      .get('/admin/shop.order.Evaluation/edit', { id: row.id }, signal)
      .then((answer) => answer?.row ?? null),
  )
  if (fetched.data && fetched.data.id === row.id)
    return <Loaded key={row.id} row={fetched.data as ResourceRow} close={close} saved={saved} />
  const title = t('shopDesk.evaluation.replyTo', { name: String(row.goods_name ?? '') })
  return <LoadingDialog title={title} fetched={fetched} close={close} className={classes.modal} />
}

function Loaded({ row, close, saved }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const before = String(row.reply ?? '')
  const [reply, setReply] = useState(before)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const resource = resourceOf(RESOURCE)
  const images = (row.images as string[] | undefined) ?? []
  const refused = (error: unknown): void => {
    const changed = error instanceof ApiError ? asConflict(error.data) : null
    if (changed && resource) setConflict(changed)
    else show(error)
  }
  const { busy, faults, submit } = useSubmit(refused, (field) => field === 'reply')
  const send = (text: string, version: unknown): void => {
    const sent = { id: row.id, version: Number(version), reply: text }
    void submit(
      () => http.post('/admin/shop.order.Evaluation/edit', sent, { announce: true }),
      () => {
        saved()
        close()
      },
    )
  }
  const save = (): void => send(reply.trim(), row.version)
  return (
    <Modal
      visible
      title={t('shopDesk.evaluation.replyTo', { name: String(row.goods_name ?? '') })}
      onCancel={close}
      onOk={save}
      okText={t('common.save')}
      okButtonProps={{ disabled: reply.trim() === before }}
      confirmLoading={busy}
      className={classes.modal}
    >
      <div className={classes.form}>
        <div className={classes.row}>
          <Stars star={Number(row.star)} />
          <span className={classes.hint}>{String(row.sku_text ?? '')}</span>
        </div>
        <p className={classes.remark}>{String(row.content ?? '') || t('shopDesk.evaluation.noText')}</p>
        <Pictures images={images} size={72} />
        <div className={classes.cell}>
          <label htmlFor="evaluation-reply">{t('shopDesk.evaluation.reply')}</label>
          <Input.TextArea
            id="evaluation-reply"
            value={reply}
            maxLength={REPLY_MAX}
            showWordLimit
            autoSize={{ minRows: 3 }}
            placeholder={t('shopDesk.evaluation.replyHint')}
            onChange={setReply}
          />
          <Fault text={faults.reply} />
        </div>
      </div>
      {conflict && resource && (
        <ConflictDialog
          resource={resource}
          conflict={conflict}
          mine={{ reply: reply.trim() }}
          close={() => setConflict(null)}
          resolve={(theirs) => {
            setConflict(null)
            if (!('reply' in theirs)) return send(reply.trim(), conflict.version)
            saved()
            close()
          }}
        />
      )}
    </Modal>
  )
}
