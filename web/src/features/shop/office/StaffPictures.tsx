import { Button, Upload } from '@arco-design/web-react'
import { IconClose, IconPlus } from '@arco-design/web-react/icon'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { uploadAsAdmin } from '@/shared/upload/adminUpload'
import { fullUrl } from '@/shared/upload/address'
import classes from './office.module.css'

interface Props {
  value: readonly string[]
  most: number
  onChange: (addresses: readonly string[]) => void
}

/** Pictures that staff adds to a decision. */
export function StaffPictures({ value, most, onChange }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [sending, setSending] = useState(0)
  const latest = useRef(value)
  latest.current = value
  const send = (file: File): void => {
    setSending((count) => count + 1)
    uploadAsAdmin(file, { topic: 'refund' })
      .then(({ url }) => {
        if (latest.current.length >= most || latest.current.includes(url)) return
        latest.current = [...latest.current, url]
        onChange(latest.current)
      }, show)
      .finally(() => setSending((count) => count - 1))
  }
  return (
    <div className={classes.pictures} role="group" aria-label={t('shopDesk.pictures.title')}>
      {value.map((address, index) => (
        <span key={address} className={classes.picture}>
          <img src={fullUrl(address)} alt={t('shopDesk.pictures.one', { at: index + 1 })} />
          <Button
            size="mini"
            shape="circle"
            icon={<IconClose />}
            aria-label={t('shopDesk.pictures.drop', { at: index + 1 })}
            onClick={() => onChange(value.filter((one) => one !== address))}
          />
        </span>
      ))}
      {value.length < most && (
        <Upload
          accept={{ type: 'image/*', strict: false }}
          multiple
          showUploadList={false}
          customRequest={({ file }) => send(file)}
        >
          <Button
            className={classes.addPicture}
            icon={<IconPlus />}
            loading={sending > 0}
            aria-label={t('shopDesk.pictures.add')}
          />
        </Upload>
      )}
    </div>
  )
}
