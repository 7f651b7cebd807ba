export { init, prefetchInit, lockScreen, signOut } from './api'
