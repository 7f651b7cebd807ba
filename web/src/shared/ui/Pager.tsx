import { Pagination } from '@arco-design/web-react'

interface PagerProps {
  page: number
  size: number
  total: number
  turn: (page: number) => void
}

/** Page by page, where there is little room. */
export function Pager({ page, size, total, turn }: PagerProps) {
  return <Pagination size="small" simple current={page} pageSize={size} total={total} onChange={turn} />
}
