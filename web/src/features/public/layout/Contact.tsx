import { Icon } from '../art/Icon'
import { ICONS } from '../art/icons'
import { ContactText, type ContactKind } from './ContactText'

export const CONTACT = ['phone', 'email', 'address', 'hours'] as const

/** How the company is reached. */
export function Contact({ only = CONTACT, size = 18 }: { only?: readonly ContactKind[]; size?: number }) {
  return (
    <ul>
      {only.map((kind) => (
        <li key={kind}>
          <Icon path={ICONS[kind]} size={size} />
          <ContactText kind={kind} />
        </li>
      ))}
    </ul>
  )
}
