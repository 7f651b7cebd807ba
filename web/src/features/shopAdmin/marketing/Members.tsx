import RemoteSelects from '@/resource/widgets/RemoteSelects'
import { asReferences } from '@/resource/widgets/references'

/** Most members that a coupon is given to, or withdrawn from, at once. */
export const MEMBERS_MAX = 1000

interface Props {
  label: string
  value: readonly number[]
  onChange: (ids: number[]) => void
}

/** Members by name. */
export function Members({ label, value, onChange }: Props) {
  return (
    <RemoteSelects
      {...asReferences('shop.user.User', label, 'nickname')}
      value={[...value]}
      onChange={(ids) => onChange((Array.isArray(ids) ? ids : []).map(Number))}
    />
  )
}
