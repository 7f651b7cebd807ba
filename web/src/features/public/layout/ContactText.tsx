import { useTranslation } from 'react-i18next'

export type ContactKind = 'phone' | 'email' | 'address' | 'hours'

/** Where a press on it leads: a number is called, an address written to. */
function way(kind: ContactKind, text: string): string | undefined {
  if (kind === 'phone') return `tel:${text.replace(/[^\d+]/g, '')}`
  return kind === 'email' ? `mailto:${text}` : undefined
}

/** One way to reach the company. */
export function ContactText({ kind }: { kind: ContactKind }) {
  const { t } = useTranslation()
  const text = t(`site.footer.${kind}`)
  const href = way(kind, text)
  return href ? <a href={href}>{text}</a> : <span>{text}</span>
}
