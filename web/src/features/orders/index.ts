export { KINDS } from './kinds'
