import type { ResourceRow, Values } from '@/resource/schema/types'
import { sentSku, type SpecState } from './spec'

/** What the editor has changed; nothing while it is as the node answered it. */
export function heldState(value: unknown): SpecState | null {
  return value !== null && typeof value === 'object' && 'skus' in value ? (value as SpecState) : null
}

/** The goods' body: the editor holds groups and SKUs in one, the node takes them apart. */
export function withSkus(body: Values, row: ResourceRow | null): Values {
  const state = heldState(body.spec_attrs)
  if (!state) return body
  const isVirtual = Number(body.delivery_type ?? row?.delivery_type) === 2
  return {
    ...body,
    spec_attrs: state.groups.length > 0 ? state.groups : null,
    skus: state.skus.map((sku) => sentSku(sku, isVirtual)),
  }
}
