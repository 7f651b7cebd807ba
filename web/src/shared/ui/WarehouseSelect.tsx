import { RemoteSelect, type RemoteSelectProps } from './RemoteSelect'

interface WarehouseSelectProps extends Omit<RemoteSelectProps, 'url' | 'params'> {
  /** The permission node of what is done there: `warehouse/inboundOrder/add`. */
  usableFor: string
}

/** Chooses a warehouse in which the administrator may do something, not only one that they see. */
export function WarehouseSelect({ usableFor, ...rest }: WarehouseSelectProps) {
  return <RemoteSelect {...rest} url="/admin/warehouse.Warehouse" params={{ usable_for: usableFor }} />
}
