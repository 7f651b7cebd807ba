import { Icon } from '../art/Icon'
import { ICONS } from '../art/icons'
import type { ContactLine } from './contacts'
import { ContactText } from './ContactText'

/** How the company is reached. */
export function Contact({ lines, size = 18 }: { lines: readonly ContactLine[]; size?: number }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line.kind}>
          <Icon path={ICONS[line.kind]} size={size} />
          <ContactText line={line} />
        </li>
      ))}
    </ul>
  )
}
