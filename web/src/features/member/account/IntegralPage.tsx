import { LogList } from './LogList'

export default function IntegralPage() {
  return <LogList kind="integral" />
}
