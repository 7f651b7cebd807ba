import { Image, Input, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceRow } from '@/resource/schema/types'
import { useProblem } from '@/shared/hooks/useProblem'
import { http } from '@/shared/http'
import { fullUrl } from '@/shared/upload/address'
import { faultsOf } from './faults'
import { Fault } from './Fault'
import classes from './office.module.css'
import { Stars } from './Stars'

const REPLY_MAX = 500

interface Props {
  row: ResourceRow
  close: () => void
  saved: () => void
}

/** Replies to an evaluation; an empty reply removes it. */
export default function ReplyDialog({ row, close, saved }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const before = String(row.reply ?? '')
  const [reply, setReply] = useState(before)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const images = (row.images as string[] | undefined) ?? []
  const save = (): void => {
    setBusy(true)
    setFault(null)
    http
      .post(
        '/admin/shop.order.Evaluation/edit',
        { id: row.id, version: row.version, reply: reply.trim() },
        { announce: true },
      )
      .then(
        () => {
          saved()
          close()
        },
        (error: unknown) => {
          const found = faultsOf(error, (field) => field === 'reply')
          if (found) setFault(found.reply ?? null)
          else show(error)
        },
      )
      .finally(() => setBusy(false))
  }
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
        {images.length > 0 && (
          <Image.PreviewGroup infinite>
            <div className={classes.pictures}>
              {images.map((image) => (
                <Image key={image} src={fullUrl(image)} width={72} height={72} alt="" />
              ))}
            </div>
          </Image.PreviewGroup>
        )}
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
          <Fault text={fault} />
        </div>
      </div>
    </Modal>
  )
}
