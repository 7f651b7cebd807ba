import { Input } from '@arco-design/web-react'
import type { WidgetProps } from '@/resource/widgets/types'
import RemoteSelects from '@/resource/widgets/RemoteSelects'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { asReferences } from '@/resource/widgets/references'
import { parsed, written } from './json'

const CLASSIFY = 'shop.goods.Classify'
const GOODS = 'shop.goods.Goods'

/** Classifies or goods that a coupon is good for, as its scope says. */
export function ScopeIds({ value, values, onChange, label, disabled }: WidgetProps) {
  const controller = Number(values.scope) === 1 ? CLASSIFY : GOODS
  return (
    <RemoteSelects
      key={controller}
      {...asReferences(controller, label)}
      value={parsed<number[]>(value, [])}
      disabled={disabled}
      onChange={(ids) => onChange?.(written(ids))}
    />
  )
}

/** Where a banner leads: goods, a classify, or an address. */
export function LinkValue({ value, values, onChange, label, disabled, id }: WidgetProps) {
  const kind = Number(values.link_type)
  if (kind === 1 || kind === 2)
    return (
      <RemoteSelect
        key={kind}
        id={id}
        url={`/admin/${kind === 1 ? GOODS : CLASSIFY}`}
        ariaLabel={label}
        value={Number(value) || null}
        disabled={disabled}
        onChange={(chosen) => onChange?.(chosen === null ? '' : String(chosen))}
      />
    )
  return (
    <Input
      id={id}
      aria-label={label}
      placeholder="https://"
      value={String(value ?? '')}
      disabled={disabled}
      onChange={onChange}
    />
  )
}
