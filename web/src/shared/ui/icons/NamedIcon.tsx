import { iconName } from './names'
import { icons } from './set'

/** An icon by the name that a menu rule has stored; an own address is shown as a picture. */
export default function NamedIcon({ name }: { name: string }) {
  if (/^(https?:)?\/\//.test(name)) return <img src={name} alt="" width={16} height={16} />
  const Icon = icons[iconName(name)] ?? icons.circle
  return Icon ? <Icon /> : null
}
