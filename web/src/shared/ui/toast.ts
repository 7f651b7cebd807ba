import { Message, type MessageProps } from '@arco-design/web-react'

type Shown = string | MessageProps
const KINDS = ['success', 'error', 'warning', 'info', 'normal'] as const

/** What of the window's foot a message may cover, in pixels. */
const FOOT = 160

/** Messages come at the foot, where no title is; at the head while somebody fills in a field down there. */
function place(): 'top' | 'bottom' {
  const field = document.activeElement
  const fills =
    field instanceof HTMLElement && (field.matches('input, textarea, select') || field.isContentEditable)
  return fills && field.getBoundingClientRect().bottom > window.innerHeight - FOOT ? 'top' : 'bottom'
}

/** The same words while they are shown are one message, whoever says them. */
export const toastOf = (shown: Shown): MessageProps => {
  const props = typeof shown === 'object' ? shown : { content: shown }
  return {
    position: place(),
    ...(typeof props.content === 'string' ? { id: props.content } : {}),
    ...props,
  }
}

// Whatever shows a message goes through here: pages need not know of it.
for (const kind of KINDS) {
  const show = Message[kind].bind(Message)
  Message[kind] = (shown: Shown) => show(toastOf(shown))
}

export { Message }
