import { Modal, Progress, Upload } from '@arco-design/web-react'
import { IconCheckCircleFill, IconCloseCircleFill } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { uploadAsAdmin } from '@/shared/upload/adminUpload'
import classes from './attachments.module.css'

interface Sending {
  key: number
  name: string
  part: number
  failed?: string
  done?: boolean
}

let next = 0

/** Uploads files, several at once, with the progress of each. */
export default function UploadArea({ close, sent }: { close: () => void; sent: () => void }) {
  const { t } = useTranslation()
  const { errorText } = useProblem()
  const [list, setList] = useState<readonly Sending[]>([])
  const busy = list.some((one) => !one.done && !one.failed)

  const send = async (file: File): Promise<void> => {
    const key = next++
    const update = (change: Partial<Sending>): void =>
      setList((old) => old.map((one) => (one.key === key ? { ...one, ...change } : one)))
    setList((old) => [...old, { key, name: file.name, part: 0 }])
    try {
      await uploadAsAdmin(file, { onProgress: (part) => update({ part }) })
      update({ part: 1, done: true })
      sent()
    } catch (error) {
      update({ failed: errorText(error) })
    }
  }

  return (
    <Modal
      visible
      title={t('attachments.upload')}
      onCancel={close}
      maskClosable={!busy}
      okText={t('common.close')}
      onOk={close}
      hideCancel
    >
      <Upload
        drag
        multiple
        showUploadList={false}
        tip={t('attachments.hint')}
        customRequest={({ file }) => void send(file)}
      />
      <ul className={classes.sending} aria-live="polite">
        {list.map((one) => (
          <li key={one.key}>
            <span className={classes.name}>{one.name}</span>
            {one.failed ? (
              <span className={classes.failed}>
                <IconCloseCircleFill /> {one.failed}
              </span>
            ) : one.done ? (
              <span className={classes.done}>
                <IconCheckCircleFill /> {t('common.success')}
              </span>
            ) : (
              <Progress percent={Math.round(one.part * 100)} size="mini" />
            )}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
