import type { Schema } from '@/shared/http/api'
import { memberHttp } from '@/shared/http/member'

export type OwnCompany = Schema<'OwnCompany'>
export type Person = Schema<'CompanyPerson'>
export type IndustryOption = Schema<'IndustryOption'>
export type CompanyPage = Schema<'OwnCompanies'>

export const ROLES = ['owner', 'manager', 'staff'] as const
export const SCALES = ['', '20', '100', '500', 'more'] as const

/** What the form asks for. */
export interface CompanyText {
  name: string
  short_name: string
  uscc: string
  customs_code: string
  industry_id: number
  scale: string
  city: string
  address: string
  contact: string
  mobile: string
  email: string
  website: string
  licence_images: readonly string[]
}

export const textOf = (old: OwnCompany | null): CompanyText => ({
  name: old?.name ?? '',
  short_name: old?.short_name ?? '',
  uscc: old?.uscc ?? '',
  customs_code: old?.customs_code ?? '',
  industry_id: old?.industry_id ?? 0,
  scale: old?.scale ?? '',
  city: old?.city ?? '',
  address: old?.address ?? '',
  contact: old?.contact ?? '',
  mobile: old?.mobile ?? '',
  email: old?.email ?? '',
  website: old?.website ?? '',
  licence_images: old?.licence_images ?? [],
})

/** A code without blanks, in capitals, as it is stored. */
export const plainCode = (code: string): string => code.replace(/\s/g, '').toUpperCase()

/** 18 signs: digits, and capitals without I, O, S, V and Z. */
export const isCode = (code: string): boolean => /^[0-9A-HJ-NPQRTUWXY]{18}$/.test(plainCode(code))

/** Whether the change takes what the verification was about. */
export const endsVerification = (old: OwnCompany | null, text: CompanyText): boolean =>
  old !== null &&
  (old.verify === 'passed' || old.verify === 'waiting') &&
  (text.name.trim() !== old.name || plainCode(text.uscc) !== old.uscc)

/** Industries as one list, those below others indented; what lies in a circle is left out. */
export function spreadIndustries(
  all: readonly IndustryOption[],
  pid = 0,
  depth = 0,
): { value: number; label: string }[] {
  return all
    .filter((one) => one.pid === pid)
    .flatMap((one) => [
      { value: one.id, label: `${'\u3000'.repeat(depth)}${one.name}` },
      ...spreadIndustries(all, one.id, depth + 1),
    ])
}

/** Whom the member may change in a company: owners everybody, managers staff, nobody themself. */
export const mayChange = (company: OwnCompany, person: Person, self: number): boolean =>
  person.user_id !== self &&
  !company.disabled &&
  (company.role === 'owner' || (company.role === 'manager' && person.role === 'staff'))

export const manages = (company: OwnCompany): boolean =>
  company.state === 'active' && !company.disabled && company.role !== 'staff'

export const fetchCompanies = (signal?: AbortSignal): Promise<CompanyPage> =>
  memberHttp.get('/api/company/index', {}, signal)

export function saveCompany(text: CompanyText, old: OwnCompany | null, command: string): Promise<unknown> {
  const { industry_id: industry, licence_images: images, ...rest } = text
  const sent = {
    ...rest,
    licence_images: [...images],
    ...(industry > 0 && { industry_id: industry }),
  }
  return old
    ? memberHttp.post('/api/company/edit', { ...sent, id: old.id, version: old.version }, { announce: true })
    : memberHttp.post('/api/company/add', { ...sent, command_id: command }, { announce: true })
}
