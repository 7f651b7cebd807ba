import { Input, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

const ADDRESS = /^(https?:\/\/|mailto:|tel:|\/)\S+$/i

export function LinkDialog({ close, chosen }: { close: () => void; chosen: (address: string) => void }) {
  const { t } = useTranslation()
  const [address, setAddress] = useState('https://')
  const good = ADDRESS.test(address.trim()) && address.trim() !== 'https://'
  return (
    <Modal
      visible
      title={t('widgets.editor.link')}
      onCancel={close}
      okButtonProps={{ disabled: !good }}
      onOk={() => chosen(address.trim())}
    >
      <Input
        autoFocus
        aria-label={t('widgets.address')}
        placeholder={t('widgets.address')}
        value={address}
        onChange={setAddress}
        onPressEnter={() => good && chosen(address.trim())}
      />
    </Modal>
  )
}
