import { Button, Progress, Upload } from '@arco-design/web-react'
import { IconDelete, IconFolder, IconLeft, IconRight, IconUpload } from '@arco-design/web-react/icon'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { fileName, fullUrl } from '@/shared/upload/address'
import { uploadAsAdmin } from '@/shared/upload/adminUpload'
import { useInOrder } from '@/shared/upload/useInOrder'
import { listOf } from '../cells/values'
import type { WidgetProps } from './types'
import classes from './widgets.module.css'

const Chooser = lazy(() => import('./FileChooser'))

/** Files that one field holds at most. */
const MANY = 20

/** Pictures or files: sent from here, or chosen from what is there; several are put in order. */
export default function Files({
  field,
  value,
  onChange,
  label,
  disabled,
  most = MANY,
}: WidgetProps & { most?: number }) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const images = field.kind === 'image' || field.kind === 'images'
  const several = field.kind === 'images' || field.kind === 'files'
  const max = several ? most : 1
  const held = listOf(several ? value : typeof value === 'string' && value ? [value] : [])
  const latest = useRef(held)
  latest.current = held
  const inOrder = useInOrder()
  const [part, setPart] = useState<number | null>(null)
  const [choosing, setChoosing] = useState(false)

  const change = (next: readonly string[]): void => {
    const kept = next.slice(-max)
    latest.current = kept
    onChange?.(several ? kept : (kept[0] ?? ''))
  }
  const send = (file: File): void => {
    setPart(0)
    const add = ({ url }: { url: string }): void =>
      change([...latest.current.filter((address) => address !== url), url])
    void inOrder(uploadAsAdmin(file, { onProgress: setPart }), add, show).finally(() => setPart(null))
  }
  const move = (at: number, by: -1 | 1): void => {
    const next = [...held]
    const [one] = next.splice(at, 1)
    if (one !== undefined) next.splice(at + by, 0, one)
    change(next)
  }

  return (
    <div className={classes.files} role="group" aria-label={label}>
      {held.map((address, index) => (
        <div key={address} className={images ? classes.picture : classes.file}>
          {images ? (
            <img src={fullUrl(address)} alt={fileName(address)} />
          ) : (
            <a href={fullUrl(address)} target="_blank" rel="noreferrer">
              {fileName(address)}
            </a>
          )}
          {!disabled && (
            <span className={classes.fileTools}>
              {several && index > 0 && (
                <Button
                  size="mini"
                  type="text"
                  icon={<IconLeft />}
                  aria-label={t('widgets.forward', { name: fileName(address) })}
                  onClick={() => move(index, -1)}
                />
              )}
              {several && index < held.length - 1 && (
                <Button
                  size="mini"
                  type="text"
                  icon={<IconRight />}
                  aria-label={t('widgets.backward', { name: fileName(address) })}
                  onClick={() => move(index, 1)}
                />
              )}
              <Button
                size="mini"
                type="text"
                status="danger"
                icon={<IconDelete />}
                aria-label={t('widgets.remove', { name: fileName(address) })}
                onClick={() => change(held.filter((_, at) => at !== index))}
              />
            </span>
          )}
        </div>
      ))}
      {part !== null && (
        <Progress percent={Math.round(part * 100)} size="small" className={classes.progress} />
      )}
      {!disabled && held.length < (several ? max : 2) && (
        <div className={classes.fileButtons}>
          <Upload
            accept={images ? 'image/*' : undefined}
            multiple={several}
            showUploadList={false}
            customRequest={({ file }) => send(file)}
          >
            <Button size="small" icon={<IconUpload />} loading={part !== null}>
              {t('widgets.upload')}
            </Button>
          </Upload>
          <Button size="small" icon={<IconFolder />} onClick={() => setChoosing(true)}>
            {t('widgets.choose')}
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
        {choosing && (
          <Chooser
            images={images}
            max={max}
            close={() => setChoosing(false)}
            chosen={(addresses) => {
              setChoosing(false)
              change(several ? [...new Set([...held, ...addresses])] : addresses)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
