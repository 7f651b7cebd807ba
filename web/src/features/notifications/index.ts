export { Bell } from './Bell'
export { Toasts } from './Toasts'
