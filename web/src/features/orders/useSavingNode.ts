import { useAllowedAt } from '@/shared/hooks/useAllowedAt'
import { usePermission } from '@/shared/hooks/usePermission'

/**
 * The permission node by which an order is saved, for the choice of its warehouse. A new one needs `add`. One that there is
 * needs `edit`, or, where its warehouse does not allow that, `add`: then its maker changes it.
 */
export function useSavingNode(page: string, saved: { warehouse: number | null | undefined } | null): string {
  const can = usePermission(page)
  const at = useAllowedAt(page)
  const edits = saved !== null && can('edit') && at('edit', saved.warehouse ?? null)
  return `${page}/${edits ? 'edit' : 'add'}`
}
