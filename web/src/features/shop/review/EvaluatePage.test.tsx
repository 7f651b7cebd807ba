import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage, type Call } from '../../../../test/page'
import EvaluatePage from './EvaluatePage'

beforeAll(() => loadTexts('shop', 'shopOrder', 'shopRefund', 'shopReview', 'upload', 'site', 'common'))

const line = (number: number, name: string) => ({
  line: number,
  goods_id: number,
  sku_id: number,
  name,
  image: '',
  sku_text: 'Blue',
  price: '5.00',
  quantity: 2,
  goods_amount: '10.00',
  refunded_num: 0,
  refunding_num: 0,
  evaluated: false,
})
const ORDER = {
  order_no: '2026',
  status: 4,
  version: 3,
  lines: [line(1, 'Pen'), line(2, 'Ink')],
  allowed: [],
}

function open(answer: (call: Call) => unknown) {
  const calls = answerCalls((call) =>
    call.path === '/api/shop.Order/detail' ? { row: ORDER, history: [], companies: [] } : answer(call),
  )
  renderPage(<EvaluatePage />, '/user/shop/evaluate?order_no=2026')
  return () => calls.filter(({ method }) => method === 'POST')
}

const star = (name: string, at: number): HTMLElement =>
  screen.getByRole('radiogroup', { name: `Stars for ${name}` }).querySelectorAll('input')[at - 1]!

describe('the form of a review', () => {
  it('sends nothing without stars', async () => {
    const posts = open(() => ({ row: ORDER }))
    fireEvent.click(await screen.findByRole('button', { name: 'Send the review' }))
    await screen.findByText('Rate at least one of the goods')
    expect(posts()).toEqual([])
    expect(document.activeElement).toBe(star('Pen', 1))
  })
  it('asks for the stars of goods that something was written of, instead of losing it', async () => {
    const posts = open(() => ({ row: ORDER }))
    await screen.findByText('Ink')
    fireEvent.click(star('Pen', 5))
    fireEvent.change(screen.getAllByLabelText('Your review (optional)')[1]!, { target: { value: 'Dark' } })
    fireEvent.click(screen.getByRole('button', { name: 'Send the review' }))
    await screen.findByText('Rate the goods that you have written about or shown in pictures')
    expect(posts()).toEqual([])
    expect(document.activeElement).toBe(star('Ink', 1))
  })
  it('sends the lines that have stars, and offers the others for later', async () => {
    const evaluated = { ...ORDER, lines: [ORDER.lines[0], { ...ORDER.lines[1], evaluated: true }] }
    const posts = open(() => ({ row: evaluated }))
    await screen.findByText('Ink')
    fireEvent.click(star('Ink', 4))
    fireEvent.change(screen.getAllByLabelText('Your review (optional)')[1]!, { target: { value: ' Dark ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Send the review' }))
    await screen.findByText('Thank you for your review')
    expect(posts()).toHaveLength(1)
    expect(posts()[0]).toMatchObject({
      path: '/api/shop.Order/evaluate',
      body: {
        order_no: '2026',
        lines: [{ line: 2, star: 4, content: 'Dark', images: [], anonymous: false }],
      },
    })
    screen.getByRole('button', { name: 'Review the rest' })
  })
  it('shows a refusal at its line, and the same words go under another id', async () => {
    const posts = open(() => ({
      code: 0,
      msg: 'Too long',
      data: { field: 'lines[0].content', key: 'error.text.long' },
    }))
    await screen.findByText('Ink')
    fireEvent.click(star('Ink', 5))
    const send = screen.getByRole('button', { name: 'Send the review' })
    fireEvent.click(send)
    const fault = await screen.findByText('Too long')
    expect(fault.closest('li')?.textContent).toContain('Ink')
    fireEvent.click(send)
    await waitFor(() => expect(posts()).toHaveLength(2))
    const ids = posts().map(({ body }) => (body as { command_id: string }).command_id)
    expect(ids[0]).not.toBe(ids[1])
  })
})

const SAID = {
  id: 7,
  order_no: '2026',
  line: 1,
  goods_id: 1,
  goods_name: 'Pen',
  goods_image: '',
  sku_text: 'Blue',
  star: 4,
  content: 'Writes well',
  images: [],
  anonymous: false,
  reply: 'Thank you',
  reply_time: 1_700_000_000,
  status: 1,
  create_time: 1_700_000_000,
}

describe('what a member has said', () => {
  it("stands on one page, with the shop's answers and the way to the orders", async () => {
    const calls = answerCalls(() => ({ list: [SAID], total: 11 }))
    renderPage(<EvaluatePage />, '/user/shop/evaluate')
    await screen.findByText('Writes well')
    screen.getByText(/Thank you/)
    expect(screen.getByRole('link', { name: 'Order 2026' }).getAttribute('href')).toBe(
      '/user/shop/order/2026',
    )
    expect(screen.getByRole('link', { name: '2' }).getAttribute('href')).toBe('/user/shop/evaluate?page=2')
    expect(calls.map(({ path }) => path)).toEqual(['/api/shop.Evaluation/index'])
  })
  it('says where to begin for who has said nothing', async () => {
    answerCalls(() => ({ list: [], total: 0 }))
    renderPage(<EvaluatePage />, '/user/shop/evaluate')
    await screen.findByText('You have not reviewed anything yet')
  })
  it('is all that the page of a reviewed order shows', async () => {
    const lines = ORDER.lines.map((one) => ({ ...one, evaluated: true }))
    answerCalls(({ path }) =>
      path === '/api/shop.Order/detail'
        ? { row: { ...ORDER, status: 5, lines }, history: [], companies: [] }
        : { list: [SAID], total: 1 },
    )
    renderPage(<EvaluatePage />, '/user/shop/evaluate?order_no=2026')
    await screen.findByText('Writes well')
    expect(screen.queryByText('There is nothing left to review')).toBeNull()
  })
})
