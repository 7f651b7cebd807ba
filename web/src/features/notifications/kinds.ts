import type { NotificationMessage, Severity } from '@/shared/live'

/** The colours of notifications. Which kind has which severity, and what it is called, the node says. */
export const COLOURS: Record<Severity, string> = {
  info: 'arcoblue',
  success: 'green',
  warning: 'orange',
  danger: 'red',
}

export const colourOf = (message: NotificationMessage): string => COLOURS[message.severity]

/** What a message's kind is called; its name where the node does not say. */
export const labelOf = (message: NotificationMessage): string =>
  message.message_type_map[message.message_type] ?? message.message_type

/** The page that it leads to; empty for who may not see it any more. */
export const linkOf = ({ message_data }: Pick<NotificationMessage, 'message_data'>): string =>
  typeof message_data.link === 'string' ? message_data.link : ''
