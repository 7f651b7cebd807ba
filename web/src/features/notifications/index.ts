export { Bell } from './Bell'
export { Toasts } from './Toasts'
export { ConnectionNotice } from './ConnectionNotice'
