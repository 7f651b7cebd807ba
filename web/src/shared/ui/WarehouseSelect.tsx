import { RemoteSelect, type Choice, type RemoteSelectProps } from './RemoteSelect'

interface WarehouseSelectProps extends Omit<RemoteSelectProps, 'url' | 'params'> {
  /** The permission node of what is done there: `warehouse/inboundOrder/add`. */
  usableFor: string
}

/**
 * Chooses a warehouse in which the administrator may do something, not only one that they see. Where it must be chosen and
 * there is only one, it is chosen by itself.
 */
export function WarehouseSelect({ usableFor, only, ...rest }: WarehouseSelectProps) {
  const chosen = only ?? (rest.onChange && ((id: number, row: Choice) => rest.onChange?.(id, row)))
  return (
    <RemoteSelect
      {...rest}
      only={rest.allowClear ? undefined : chosen}
      url="/admin/warehouse.Warehouse"
      params={{ usable_for: usableFor }}
    />
  )
}
