import { ruleIcon } from './ruleIcon'

/** An icon by the name that a menu rule has stored. */
export default function NamedIcon({ name }: { name: string }) {
  return <>{ruleIcon(name, '')}</>
}
