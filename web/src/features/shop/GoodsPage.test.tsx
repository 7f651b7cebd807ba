import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, type Call } from '../../../test/page'
import GoodsPage from './GoodsPage'

beforeAll(() => loadTexts('site', 'shop', 'shopMore', 'shopMoney', 'shopOrder'))
beforeEach(() => localStorage.clear())

const SKU = { id: 11, attrs: [], sku_text: '', image: '', price: '5.00', origin_price: '0.00', stock: 'in' }
const GOODS = {
  id: 7,
  goods_no: 'G7',
  name: 'Pen',
  sub_name: '',
  images: [],
  video: '',
  classify: [],
  spec_type: 1,
  spec_attrs: [],
  skus: [SKU],
  price: '5.00',
  origin_price: '0.00',
  stock: 'in',
  sales: 0,
  params: [],
  services: [],
  delivery_type: 2,
  free_freight: true,
  buy_min: 1,
  buy_max: 0,
  limit_num: 0,
  line_max: 3,
  sale_start: 0,
  sale_end: 0,
  now: 1_700_000_000,
  content: '',
}

const show = (goods: object, coupons: readonly object[] = []): Call[] => {
  const calls = answerCalls(({ path }) =>
    path.endsWith('/detail')
      ? { ...GOODS, ...goods }
      : { list: coupons, total: coupons.length && 9, stars: [0, 0, 0, 0, 0], counts: {} },
  )
  const router = createMemoryRouter([{ path: '/shop/goods/:id', element: <GoodsPage /> }], {
    initialEntries: ['/shop/goods/7'],
  })
  render(<RouterProvider router={router} />)
  return calls
}
const pieces = (): Promise<HTMLInputElement> => screen.findByRole('textbox', { name: 'Quantity' })

describe('the page of goods', () => {
  it('says that others could not be shown, and tries again', async () => {
    let down = true
    answerCalls(({ path, query }) => {
      if (!path.endsWith('/detail')) return { list: [], total: 0, stars: [0, 0, 0, 0, 0], counts: {} }
      if (query.get('id') === '8')
        return down
          ? { code: 0, msg: 'Too busy', data: { key: 'error.busy' } }
          : { ...GOODS, id: 8, name: 'Ink' }
      return GOODS
    })
    const router = createMemoryRouter([{ path: '/shop/goods/:id', element: <GoodsPage /> }], {
      initialEntries: ['/shop/goods/7'],
    })
    render(<RouterProvider router={router} />)
    await screen.findByRole('heading', { name: 'Pen' })
    await act(() => router.navigate('/shop/goods/8'))
    expect(await screen.findByText('Too busy')).toBeTruthy()
    down = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { name: 'Ink' })
  })
  it.each([
    ['what a line of the shop holds', {}, '3'],
    ["the goods' own limit, where that is less", { buy_max: 2 }, '2'],
    ['what a line holds, where the goods would allow more', { buy_max: 50 }, '3'],
  ])('lets nobody choose more than %s', async (_, goods, most) => {
    show(goods)
    const input = await pieces()
    await waitFor(() => {
      fireEvent.change(input, { target: { value: '500' } })
      fireEvent.blur(input)
      expect(input.value).toBe(most)
    })
    expect(screen.getByRole('button', { name: 'Add one' })).toHaveProperty('disabled', true)
  })
  it('names what is still to be chosen', async () => {
    const group = (id: string, name: string, ...values: string[]) => ({
      ...{ id, name },
      values: values.map((text) => ({ id: id + text, text, image: '' })),
    })
    const skus = ['Red', 'Blue'].map((text, at) => ({ ...SKU, id: at + 1, attrs: [`a${text}`, 'bFine'] }))
    const spec_attrs = [group('a', 'Colour', 'Red', 'Blue'), group('b', 'Nib', 'Fine')]
    show({ spec_type: 2, spec_attrs, skus })
    // What was chosen at first is taken back.
    fireEvent.click(await screen.findByRole('button', { name: 'Red' }))
    fireEvent.click(screen.getByRole('button', { name: 'Buy now' }))
    await screen.findByText('Please choose: Colour')
  })
  it('asks for the coupons of these goods, and for all of them when it is told to', async () => {
    const money = { amount: '5.00', min_amount: '0.00', max_amount: '0.00' }
    const terms = { type: 1, ...money, scope: 0, exclude_goods_ids: [] }
    const coupon = (id: number) => ({ id, name: `C${id}`, terms, why_not: '', claimed: 0 })
    const calls = show({}, [coupon(1), coupon(2)])
    await screen.findByRole('button', { name: 'Claim C1' })
    const asked = () =>
      calls.filter(({ path }) => path === '/api/shop.Coupon/index').map(({ query }) => query)
    expect(asked()[0]?.get('goods_id')).toBe('7')
    fireEvent.click(screen.getByRole('button', { name: 'All 9 coupons' }))
    await waitFor(() => expect(asked()).toHaveLength(2))
    expect([asked()[1]?.get('goods_id'), asked()[1]?.get('limit')]).toEqual(['7', '200'])
  })
  it('shows the pictures of services, and a tick where there is none', async () => {
    const services = [
      { id: 1, name: 'Returns', image: '/storage/back.png', content: '7 days' },
      { id: 2, name: 'Genuine', image: '', content: 'From the maker' },
    ]
    show({ services })
    const term = (name: string) => screen.findByText(name, { selector: 'dt' })
    expect((await term('Returns')).querySelector('img')?.src).toContain('/storage/back.png')
    const plain = await term('Genuine')
    expect(plain.querySelector('img')).toBeNull()
    expect(plain.querySelector('svg')).not.toBeNull()
  })
})
