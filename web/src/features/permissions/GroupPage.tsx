import { useMemo } from 'react'
import { ResourcePage } from '@/resource/ResourcePage'
import type { Custom } from '@/resource/custom'
import RightsTree from './RightsTree'
import WarehouseRights from './WarehouseRights'
import { LISTS, outgoing } from './warehouseRights'

/** Groups of administrators or members: the rights as a tree of boxes. */
export default function GroupPage({ name }: { name: string }) {
  const custom = useMemo<Custom>(
    () => ({
      wideForm: true,
      widgets: { rules: RightsTree, warehouse_right: WarehouseRights },
      // Rights in single warehouses are asked beside those in all of them.
      asks: (field) => !LISTS.includes(field.name),
      standsIn: Object.fromEntries(LISTS.map((list) => [list, 'warehouse_right'])),
      outgoing,
      // One's own groups are changed by somebody above.
      changeable: (row, answer) => {
        const own = (answer as { group?: unknown } | null)?.group
        return !(Array.isArray(own) && own.includes(row.id) && name.startsWith('auth'))
      },
      // Which warehouses are seen is asked only where less than everything may be.
      without: ['warehouses'],
    }),
    [name],
  )
  return <ResourcePage name={name} custom={custom} />
}
