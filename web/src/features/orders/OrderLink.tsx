import type { ReactNode } from 'react'
import { usePermission } from '@/shared/hooks/usePermission'
import { RouteLink } from '@/shared/ui/RouteLink'
import { pageOf } from './kinds'

interface Props {
  /** The kind as the node names it, and the order's id; nothing for what is no order. */
  kind?: string | null
  id?: number | null
  children: ReactNode
  onClick?: () => void
}

/** The way to an order, for those who may see its kind; for others its words alone. */
export function OrderLink({ kind, id, children, onClick }: Props) {
  const page = pageOf(kind ?? '')
  const may = usePermission(page)('index')
  if (!kind || !id || !may) return <>{children}</>
  return (
    <RouteLink to={`/admin/${page}?id=${id}`} onClick={onClick}>
      {children}
    </RouteLink>
  )
}
