import { Alert, Button, Input, Modal } from '@arco-design/web-react'
import { IconCheck, IconCopy } from '@arco-design/web-react/icon'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownKey } from './api'
import classes from './apiKeys.module.css'

type Copied = 'no' | 'yes' | 'by hand'

/** Shows a key this once. It is closed by its button alone, so that no stray press loses the key. */
export default function KeyOnce({ shown, close }: { shown: ShownKey; close: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [copied, setCopied] = useState<Copied>('no')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(shown.api_key)
      setCopied('yes')
    } catch {
      // Without TLS the browser has no clipboard for pages.
      const input = document.getElementById(id)
      if (input instanceof HTMLInputElement) input.select()
      setCopied('by hand')
    }
  }
  return (
    <Modal
      visible
      title={t('apiKeys.once.title')}
      closable={false}
      maskClosable={false}
      escToExit={false}
      footer={
        <Button type="primary" onClick={close}>
          {t('apiKeys.once.close')}
        </Button>
      }
    >
      <Alert type="warning" content={t('apiKeys.once.warning')} />
      <label className={classes.label} htmlFor={id}>
        {t('apiKeys.once.key')}
      </label>
      <div className={classes.key}>
        <Input id={id} readOnly value={shown.api_key} onFocus={(event) => event.target.select()} />
        <Button icon={copied === 'yes' ? <IconCheck /> : <IconCopy />} onClick={() => void copy()}>
          {t('apiKeys.once.copy')}
        </Button>
      </div>
      <p role="status" className={classes.status}>
        {copied === 'yes' && t('apiKeys.once.copied')}
        {copied === 'by hand' && t('apiKeys.once.byHand')}
      </p>
      <p className={classes.usage}>
        {t('apiKeys.once.usage')} <code>Authorization: Bearer {shown.prefix}_…</code>
      </p>
    </Modal>
  )
}
