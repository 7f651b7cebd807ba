import type { Schema } from '@/shared/http/api'
import { memberHttp } from '@/shared/http/member'
import i18n from '@/shared/i18n'

/** One of a member's addresses. */
export type Address = Schema<'AddressView'>

/** What is written of one. */
export interface AddressText {
  name: string
  mobile: string
  country: string
  /** Of an address in China. */
  area: number[]
  /** Of an address in another country, as are town and postal code. */
  region: string
  city: string
  postal_code: string
  address: string
  is_default: boolean
}

/** The countries that an address may be in beside China. */
export const fetchCountries = (signal?: AbortSignal) =>
  memberHttp.get('/api/shop.Address/countries', {}, signal)

/** One's addresses, the default first. */
export const fetchAddresses = (signal?: AbortSignal) => memberHttp.get('/api/shop.Address/index', {}, signal)

/** Adds an address, or changes the one that was shown; answers how it is now. */
export async function saveAddress(text: AddressText, old: Address | null): Promise<Address> {
  const { row } = old
    ? await memberHttp.post('/api/shop.Address/edit', { ...text, id: old.id, version: old.version })
    : await memberHttp.post('/api/shop.Address/add', text)
  return row
}

export const deleteAddress = ({ id, name }: Address): Promise<unknown> =>
  memberHttp.post('/api/shop.Address/del', { id }, { announce: i18n.t('address.deleted', { name }) })

/** The same address as the default. */
export const makeDefault = (of: Address): Promise<unknown> => {
  const { id, version, name, mobile, country, area, region, city, postal_code, address } = of
  const text = { name, mobile, country, area, region, city, postal_code, address, is_default: true }
  return memberHttp.post('/api/shop.Address/edit', { ...text, id, version })
}

/** The address in one line. */
export const inOneLine = ({ area_text: area, address }: Pick<Address, 'area_text' | 'address'>): string =>
  [area, address].filter(Boolean).join(' ')
