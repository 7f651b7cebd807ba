import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { isEmail } from '@/shared/rules/person'
import { site, type SiteConfig } from '@/shared/site/store'

const CONTACT = ['phone', 'email', 'address', 'hours'] as const

export type ContactKind = (typeof CONTACT)[number]

/** One way to reach the company. */
export interface ContactLine {
  kind: ContactKind
  text: string
  /** Where a press on it leads: a number is called, an address written to. */
  href?: string
}

type Company = Pick<SiteConfig, 'companyAddress' | 'companyContact'>

const call = (number: string): string => `tel:${number.replace(/[^\d+]/g, '')}`
/** Nothing but a telephone number. */
const NUMBER = /^[\d+() -]+$/

function hrefOf(kind: ContactKind, text: string): string | undefined {
  if (kind === 'phone') return call(text)
  return kind === 'email' ? `mailto:${text}` : undefined
}

/** What the company's settings say; its one contact may be a number, an e-mail address, or words. */
function ofSettings(kind: ContactKind, company: Company): ContactLine | null {
  const contact = company.companyContact.trim()
  const text = kind === 'address' ? company.companyAddress.trim() : contact
  if (!text || kind === 'hours') return null
  if (kind === 'address') return { kind, text }
  if (isEmail(text) !== (kind === 'email')) return null
  return { kind, text, href: kind === 'email' || NUMBER.test(text) ? hrefOf(kind, text) : undefined }
}

/** How the company is reached: what the site's texts say, else its settings. What neither says is left out. */
export function contactsOf(written: (kind: ContactKind) => string, company: Company): ContactLine[] {
  return CONTACT.flatMap((kind) => {
    const text = written(kind)
    return (text ? { kind, text, href: hrefOf(kind, text) } : ofSettings(kind, company)) ?? []
  })
}

/** How this company is reached. */
export function useContacts(): ContactLine[] {
  const { t } = useTranslation()
  const company = useSnapshot(site)
  return contactsOf((kind) => t(`site.footer.${kind}`, { defaultValue: '' }), company)
}
