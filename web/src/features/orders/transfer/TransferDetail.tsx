import { TRANSFER } from '../kinds'
import OrderDetail from '../OrderDetail'

interface Props {
  id: number
  close: () => void
  changed: () => void
}

export default function TransferDetail(props: Props) {
  return <OrderDetail kind={TRANSFER} {...props} />
}
