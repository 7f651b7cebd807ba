import { Message } from '@arco-design/web-react'
import i18n from '@/shared/i18n'

/** Tells that something succeeded: in the server's words, or in ours. */
export function announce(message: string): void {
  Message.success(message || i18n.t('common.success'))
}
