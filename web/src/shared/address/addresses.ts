import type { Schema } from '@/shared/http/api'
import { memberHttp } from '@/shared/http/member'
import i18n from '@/shared/i18n'

/** One of a member's addresses. */
export type Address = Schema<'AddressView'>

/** What is written of one. */
export interface AddressText {
  name: string
  mobile: string
  area: number[]
  address: string
  is_default: boolean
}

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
export const makeDefault = ({ id, version, name, mobile, area, address }: Address): Promise<unknown> =>
  memberHttp.post('/api/shop.Address/edit', { id, version, name, mobile, area, address, is_default: true })

/** The address in one line. */
export const inOneLine = ({ area_text: area, address }: Pick<Address, 'area_text' | 'address'>): string =>
  [area, address].filter(Boolean).join(' ')
