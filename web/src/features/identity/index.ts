export { init, signOut } from './api'
