import { isEmail } from '@/shared/rules/person'

/** What an enquiry asks for; the names are the server's. */
export interface Enquiry {
  name: string
  company: string
  mobile: string
  email: string
  content: string
}
export type EnquiryField = keyof Enquiry

export const EMPTY_ENQUIRY: Enquiry = { name: '', company: '', mobile: '', email: '', content: '' }

export const ENQUIRY_LIMITS: Readonly<Record<EnquiryField, number>> = {
  name: 50,
  company: 100,
  mobile: 32,
  email: 100,
  content: 2_000,
}

/** The fields that are not yet right, in the order of the form: a name, a text, and one way to be reached. */
export function wrongInEnquiry({ name, mobile, email, content }: Enquiry): EnquiryField[] {
  const digits = mobile.replace(/\D/g, '').length
  const called = mobile.trim() === '' || (/^[\d+\-() ]+$/.test(mobile.trim()) && digits >= 6)
  const reached = mobile.trim() !== '' || email.trim() !== ''
  const wrong: EnquiryField[] = []
  if (!name.trim()) wrong.push('name')
  if (!reached || !called) wrong.push('mobile')
  if (email.trim() !== '' && !isEmail(email.trim())) wrong.push('email')
  if (!content.trim()) wrong.push('content')
  return wrong
}
