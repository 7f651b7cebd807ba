import { Button, Upload } from '@arco-design/web-react'
import { IconClose, IconPlus } from '@arco-design/web-react/icon'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { fullUrl } from './address'
import { RefusedFile } from './upload'
import { useInOrder } from './useInOrder'
import classes from './pictures.module.css'

interface Props {
  /** Addresses. */
  value: readonly string[]
  most: number
  onChange: (addresses: readonly string[]) => void
  upload: (file: File) => Promise<{ url: string }>
}

/** Pictures that somebody adds, one or several at a time; they stand in the order of choice. */
export function PicturePicker({ value, most, onChange, upload }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const inOrder = useInOrder()
  const [sending, setSending] = useState(0)
  const latest = useRef(value)
  latest.current = value
  const send = (file: File): void => {
    // A site may allow other files too, but they are no pictures.
    if (!file.type.startsWith('image/')) return show(new RefusedFile('upload.type'))
    setSending((count) => count + 1)
    const add = ({ url }: { url: string }): void => {
      if (latest.current.length >= most || latest.current.includes(url)) return
      latest.current = [...latest.current, url]
      onChange(latest.current)
    }
    void inOrder(upload(file), add, show).finally(() => setSending((count) => count - 1))
  }
  return (
    <div className={classes.pictures} role="group" aria-label={t('common.pictures.title')}>
      {value.map((address, index) => (
        <span key={address} className={classes.picture}>
          <img src={fullUrl(address)} alt={t('common.pictures.one', { at: index + 1 })} />
          <Button
            size="mini"
            shape="circle"
            icon={<IconClose />}
            aria-label={t('common.pictures.drop', { at: index + 1 })}
            onClick={() => onChange(value.filter((one) => one !== address))}
          />
        </span>
      ))}
      {value.length < most && (
        <Upload
          // Not strict: other files get an error message, where Arco would ignore them silently.
          accept={{ type: 'image/*', strict: false }}
          multiple
          showUploadList={false}
          customRequest={({ file }) => send(file)}
        >
          <Button
            className={classes.add}
            icon={<IconPlus />}
            loading={sending > 0}
            aria-label={t('common.pictures.add')}
          />
        </Upload>
      )}
    </div>
  )
}
