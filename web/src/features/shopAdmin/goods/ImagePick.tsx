import { Button } from '@arco-design/web-react'
import { IconDelete, IconImage } from '@arco-design/web-react/icon'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullUrl } from '@/shared/upload/address'
import classes from './goods.module.css'

const Chooser = lazy(() => import('@/resource/widgets/FileChooser'))

interface Props {
  label: string
  value: string
  disabled?: boolean
  onChange: (address: string) => void
}

/** One small picture, chosen or sent in a dialog. */
export function ImagePick({ label, value, disabled, onChange }: Props) {
  const { t } = useTranslation()
  const [choosing, setChoosing] = useState(false)
  return (
    <span className={classes.imagePick}>
      <button
        type="button"
        className={classes.thumb}
        disabled={disabled}
        aria-label={label}
        title={label}
        onClick={() => setChoosing(true)}
      >
        {value ? <img src={fullUrl(value)} alt="" /> : <IconImage />}
      </button>
      {value && !disabled && (
        <Button
          size="mini"
          type="text"
          status="danger"
          icon={<IconDelete />}
          aria-label={t('shopAdmin.spec.removeImage', { name: label })}
          onClick={() => onChange('')}
        />
      )}
      <Suspense fallback={null}>
        {choosing && (
          <Chooser
            images
            max={1}
            close={() => setChoosing(false)}
            chosen={(addresses) => {
              setChoosing(false)
              onChange(addresses[0] ?? '')
            }}
          />
        )}
      </Suspense>
    </span>
  )
}
