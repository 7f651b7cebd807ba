import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSubmit } from '@/shared/hooks/useSubmit'
import shop from '../shop.module.css'
import classes from './dialog.module.css'
import common from './order.module.css'

const REASON_MAX = 200

interface DialogProps {
  title: string
  close: () => void
  children: ReactNode
}

/** A dialog of the browser's own: it keeps the focus, and Escape closes it. */
export function Dialog({ title, close, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = box.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={box} className={classes.dialog} aria-label={title} onCancel={close}>
      <h2>{title}</h2>
      {children}
    </dialog>
  )
}

interface Props {
  title: string
  text: string
  /** Asks why. */
  reason?: boolean
  close: () => void
  sure: (reason: string) => Promise<void>
}

/** Asks before something is done. */
export function Confirm({ title, text, reason = false, close, sure }: Props) {
  const { t } = useTranslation()
  const [why, setWhy] = useState('')
  const { busy, submit } = useSubmit(() => undefined)
  return (
    <Dialog title={title} close={close}>
      <p>{text}</p>
      {reason && (
        <label>
          {t('shopOrder.reason')}
          <input
            className={common.field}
            maxLength={REASON_MAX}
            value={why}
            onChange={(event) => setWhy(event.target.value)}
          />
        </label>
      )}
      <footer>
        <button type="button" className={shop.plain} onClick={close}>
          {t('shopOrder.no')}
        </button>
        <button
          type="button"
          className={shop.first}
          disabled={busy}
          onClick={() => void submit(() => sure(why.trim()))}
        >
          {t('shopOrder.yes')}
        </button>
      </footer>
    </Dialog>
  )
}
