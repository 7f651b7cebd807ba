import { Button, Upload } from '@arco-design/web-react'
import { IconClose, IconPlus } from '@arco-design/web-react/icon'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { memberClient } from '@/shared/http/member'
import { fullUrl } from '@/shared/upload/address'
import { upload } from '@/shared/upload/upload'
import classes from './refund.module.css'

interface Props {
  value: readonly string[]
  most: number
  topic: string
  onChange: (addresses: readonly string[]) => void
}

/** Pictures that a member sends. */
export function Pictures({ value, most, topic, onChange }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [sending, setSending] = useState(0)
  const latest = useRef(value)
  latest.current = value
  const send = (file: File): void => {
    setSending((count) => count + 1)
    upload(file, { http: memberClient, side: 'api', topic })
      .then(({ url }) => {
        if (latest.current.length < most && !latest.current.includes(url)) {
          latest.current = [...latest.current, url]
          onChange(latest.current)
        }
      }, show)
      .finally(() => setSending((count) => count - 1))
  }
  return (
    <div className={classes.pictures} role="group" aria-label={t('shopRefund.pictures')}>
      {value.map((address, index) => (
        <span key={address} className={classes.picture}>
          <img src={fullUrl(address)} alt={t('shopRefund.picture', { at: index + 1 })} />
          <Button
            size="mini"
            shape="circle"
            icon={<IconClose />}
            aria-label={t('shopRefund.dropPicture', { at: index + 1 })}
            onClick={() => onChange(value.filter((one) => one !== address))}
          />
        </span>
      ))}
      {value.length < most && (
        <Upload
          // What is not a picture is told, not passed over in silence.
          accept={{ type: 'image/*', strict: false }}
          multiple
          showUploadList={false}
          customRequest={({ file }) => send(file)}
        >
          <Button
            className={classes.add}
            icon={<IconPlus />}
            loading={sending > 0}
            aria-label={t('shopRefund.addPicture')}
          />
        </Upload>
      )}
    </div>
  )
}
