import i18n from '@/shared/i18n'
import { Message } from './toast'

/** Shows a message of success: the server's, else a general one. */
export function announce(message: string): void {
  Message.success(message || i18n.t('common.success'))
}
