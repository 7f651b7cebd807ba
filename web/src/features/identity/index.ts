export { init, initAhead, lockScreen, signOut } from './api'
