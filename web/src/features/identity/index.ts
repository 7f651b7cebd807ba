export { prefetchInit, start, lockScreen, signOut } from './api'
