import { Button, Upload } from '@arco-design/web-react'
import { IconFolder, IconUpload } from '@arco-design/web-react/icon'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { fullUrl } from '@/shared/upload/address'
import { uploadAsAdmin } from '@/shared/upload/adminUpload'
import type { Pair } from './model'
import classes from './content.module.css'

const Chooser = lazy(() => import('@/resource/widgets/FileChooser'))

interface Props {
  label: string
  value: string
  editable: boolean
  onChange: (value: Pair) => void
}

/** A picture, the same in both languages. */
export function PictureSlot({ label, value, editable, onChange }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const { busy, submit } = useSubmit(show)
  const [choosing, setChoosing] = useState(false)
  const take = (address: string): void => onChange({ zh: address, en: address })
  const send = (file: File): void =>
    void submit(
      () => uploadAsAdmin(file),
      ({ url }) => take(url),
    )
  return (
    <div className={classes.picture} role="group" aria-label={label}>
      {value && <img src={fullUrl(value)} alt={label} />}
      {editable && (
        <>
          <Upload
            accept={{ type: 'image/*', strict: false }}
            showUploadList={false}
            customRequest={({ file }) => send(file)}
          >
            <Button size="small" icon={<IconUpload />} loading={busy}>
              {t('widgets.upload')}
            </Button>
          </Upload>
          <Button size="small" icon={<IconFolder />} onClick={() => setChoosing(true)}>
            {t('widgets.choose')}
          </Button>
        </>
      )}
      <Suspense fallback={null}>
        {choosing && (
          <Chooser
            images
            max={1}
            close={() => setChoosing(false)}
            chosen={([address]) => {
              setChoosing(false)
              if (address) take(address)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
