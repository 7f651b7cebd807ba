import { Modal } from '@arco-design/web-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decode, type Decoder } from './decoder'
import { readCode, type Scan } from './gs1'
import classes from './scan.module.css'

/** The same code in sight counts once within this time. */
const AGAIN_MS = 1_500

interface Props {
  scanned: (scan: Scan) => void
  close: () => void
  /** What became of the last scan. */
  note?: string
}

/** Scans with the phone's camera, code after code, until it is closed. */
export default function Camera({ scanned, close, note }: Props) {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const callback = useRef(scanned)
  callback.current = scanned
  const [problem, setProblem] = useState('')

  useEffect(() => {
    // Browsers give the camera to pages of https and of this machine only.
    if (!window.isSecureContext || !('mediaDevices' in navigator)) return setProblem('scan.insecure')
    let decoder: Decoder | null = null
    let left = false
    const seenAt = new Map<string, number>()
    const seen = (code: string): void => {
      const now = Date.now()
      const before = seenAt.get(code) ?? 0
      seenAt.set(code, now)
      if (now - before < AGAIN_MS) return
      const scan = readCode(code)
      if (scan) callback.current(scan)
    }
    if (video.current)
      decode(video.current, seen).then(
        (started) => {
          decoder = started
          if (left) started.stop()
        },
        (error: unknown) => {
          const denied = error instanceof DOMException && error.name === 'NotAllowedError'
          if (!left) setProblem(denied ? 'scan.denied' : 'scan.noCamera')
        },
      )
    return () => {
      left = true
      decoder?.stop()
    }
  }, [])

  return (
    <Modal
      visible
      title={t('scan.camera')}
      footer={null}
      onCancel={close}
      className={classes.camera}
      closeIcon={<span aria-label={t('common.close')}>×</span>}
    >
      {problem ? (
        <p role="alert">{t(problem)}</p>
      ) : (
        <video ref={video} className={classes.video} muted playsInline aria-label={t('scan.camera')} />
      )}
      <p role="status" className={classes.note}>
        {note || t('scan.aim')}
      </p>
    </Modal>
  )
}
