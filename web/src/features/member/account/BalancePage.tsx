import { LogList } from './LogList'

export default function BalancePage() {
  return <LogList kind="balance" />
}
