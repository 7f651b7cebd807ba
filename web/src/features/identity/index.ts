export { init, lockScreen, signOut } from './api'
