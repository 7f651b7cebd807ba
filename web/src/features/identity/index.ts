export { asksForPassword, prefetchInit, start, lockScreen, signOut } from './api'
