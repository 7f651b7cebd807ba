import { Button } from '@arco-design/web-react'
import { IconScan } from '@arco-design/web-react/icon'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Scan } from './gs1'

const Camera = lazy(() => import('./Camera'))

interface Props {
  scanned: (scan: Scan) => void
  note?: string
  large?: boolean
  /** How it is read aloud, where there are several. */
  label?: string
}

/** Opens the camera. */
export function ScanButton({ scanned, note, large = false, label }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={<IconScan />}
        size={large ? 'large' : 'default'}
        type={large ? 'primary' : 'secondary'}
        aria-label={label ?? t('scan.camera')}
        onClick={() => setOpen(true)}
      >
        {large ? t('scan.button') : undefined}
      </Button>
      {open && (
        <Suspense>
          <Camera scanned={scanned} note={note} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
