import type { Params } from '@/shared/http'

/** A list that is exported. */
export interface Exported {
  /** Of its routes: `/admin/warehouse.Product`. */
  url: string
  title: string
  /** Its rows have lines, which can be exported one by one. */
  lines?: boolean
  /** Its columns can be chosen. */
  columns?: boolean
  /** What makes the rows what they are, also where everything is exported. */
  always?: Params
}
