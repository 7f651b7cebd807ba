import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage, type Call } from '../../../test/page'
import { AddressDialog } from './AddressDialog'
import type { Address } from './addresses'

beforeAll(() => loadTexts('address'))

const OLD: Address = {
  id: 7,
  name: 'Ann',
  mobile: '13800138001',
  country: 'CN',
  region: '',
  city: '',
  postal_code: '',
  area: [440000, 440300, 440303],
  area_text: 'Guangdong Shenzhen Luohu',
  area_valid: true,
  address: 'Street 1',
  is_default: 0,
  create_time: 1,
  update_time: 1,
  version: 3,
}
const AREAS: Record<string, { value: number; label: string }[]> = {
  '': [{ value: 440000, label: 'Guangdong' }],
  '440000': [{ value: 440300, label: 'Shenzhen' }],
  '440000,440300': [{ value: 440303, label: 'Luohu' }],
}

function open(old: Address | null, saved: (call: Call) => unknown) {
  const done = vi.fn()
  const calls = answerCalls((call) => {
    if (call.path === '/api/shop.Address/countries') return [{ value: 'DE', label: 'Germany' }]
    if (call.path !== '/api/ajax/area') return saved(call)
    const path = [call.query.get('province'), call.query.get('city')].filter(Boolean).join(',')
    return AREAS[path] ?? []
  })
  renderPage(<AddressDialog old={old} close={() => undefined} saved={done} />, '/user/shop/address')
  const save = (): void => {
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  }
  return { done, save, posts: () => calls.filter(({ method }) => method === 'POST') }
}

describe('the form of an address', () => {
  it('names what is missing and sends nothing', async () => {
    const { save, posts } = open(null, () => ({ row: OLD }))
    save()
    await screen.findByText('Enter the recipient’s name')
    screen.getByText('Enter a mobile number of the Chinese mainland')
    screen.getByText('Choose the area down to its last level')
    expect(posts()).toEqual([])
  })
  it('sends the whole address with the version that was shown', async () => {
    const { save, posts, done } = open(OLD, () => ({ row: { ...OLD, version: 4 } }))
    await screen.findByText(/Luohu/)
    fireEvent.change(screen.getByLabelText('Recipient'), { target: { value: 'Bob' } })
    save()
    await waitFor(() => expect(done).toHaveBeenCalled())
    expect(posts()[0]).toMatchObject({
      path: '/api/shop.Address/edit',
      body: { id: 7, version: 3, name: 'Bob', area: OLD.area, is_default: false },
    })
  })
  it('asks for lines in another country, and sends them', async () => {
    const abroad = { ...OLD, country: 'DE', city: 'Berlin', area: [990000], area_text: 'Germany, Berlin' }
    const { save, posts, done } = open(abroad, () => ({ row: abroad }))
    expect(screen.queryByText('Area')).toBeNull()
    fireEvent.change(screen.getByLabelText('Phone number'), { target: { value: '+49 30 123456' } })
    fireEvent.change(screen.getByLabelText('Postal code'), { target: { value: '10115' } })
    fireEvent.change(screen.getByLabelText('Town or city'), { target: { value: '' } })
    save()
    await screen.findByText('Enter the town or city')
    fireEvent.change(screen.getByLabelText('Town or city'), { target: { value: 'Berlin' } })
    save()
    await waitFor(() => expect(done).toHaveBeenCalled())
    expect(posts()[0]?.body).toMatchObject({ country: 'DE', city: 'Berlin', postal_code: '10115', area: [] })
  })
  it('shows a refusal at its field', async () => {
    const { save } = open(OLD, () => ({
      code: 0,
      msg: 'Choose another area',
      data: { field: 'area', key: 'address.area' },
    }))
    await screen.findByText(/Luohu/)
    save()
    await screen.findByText('Choose another area')
  })
  it('asks for the area again when the old one has left the tree', async () => {
    const { save, posts } = open({ ...OLD, area_valid: false, area: [1, 2] }, () => ({ row: OLD }))
    screen.getByText(/no longer listed/)
    save()
    await screen.findByText('Choose the area down to its last level')
    expect(posts()).toEqual([])
  })
})
