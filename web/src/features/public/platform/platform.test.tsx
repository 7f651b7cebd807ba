import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { member } from '@/shared/session/member'
import { answerCalls, renderPage } from '../../../../test/page'
import { Companies } from './Companies'
import { EMPTY_ENQUIRY, wrongInEnquiry } from './enquiry'
import { EnquiryForm } from './EnquiryForm'
import { ShelfGoods } from './ShelfGoods'

beforeAll(() => loadTexts('site', 'platformMore', 'articles', 'common'))
const { captcha } = member
afterEach(() => {
  member.captcha = captcha
})

const company = {
  id: 7,
  name: 'Bright Optics',
  short_name: '',
  logo: '',
  city: 'Suzhou',
  industry: 'Electronics',
  scale: '100',
  website: '',
  verify_time: 0,
}

describe('an enquiry', () => {
  it('needs a name, a text and one way to answer', () => {
    expect(wrongInEnquiry(EMPTY_ENQUIRY)).toEqual(['name', 'mobile', 'content'])
    const whole = { ...EMPTY_ENQUIRY, name: 'Ann', content: 'Pens' }
    expect(wrongInEnquiry({ ...whole, email: 'a@b.cn' })).toEqual([])
    expect(wrongInEnquiry({ ...whole, mobile: '+49 (30) 123456' })).toEqual([])
    expect(wrongInEnquiry({ ...whole, mobile: 'call me' })).toEqual(['mobile'])
    expect(wrongInEnquiry({ ...whole, email: 'nowhere' })).toEqual(['email'])
  })

  it('is sent to its company, and what the node refuses stands at its field', async () => {
    member.captcha = false
    let refuse = true
    const calls = answerCalls(() =>
      refuse
        ? {
            code: 0,
            msg: 'E-mail: wrong',
            data: {
              field: 'email',
              key: 'error.email',
              errors: [{ field: 'email', key: 'error.email', msg: 'wrong' }],
            },
          }
        : null,
    )
    renderPage(<EnquiryForm company={7} />, '/platform/company/7')
    const type = (name: string, value: string): void => {
      fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
    }
    fireEvent.click(screen.getByRole('button', { name: 'Send enquiry' }))
    expect(calls).toHaveLength(0)
    type('Your name', ' Ann ')
    type('E-mail', 'a@b.cn')
    type('What do you need?', '500 lenses')
    fireEvent.click(screen.getByRole('button', { name: 'Send enquiry' }))
    await screen.findAllByText('wrong')
    refuse = false
    fireEvent.click(screen.getByRole('button', { name: 'Send enquiry' }))
    await screen.findByText('Enquiry sent')
    expect(calls[0]?.body).toMatchObject({
      company_id: 7,
      name: 'Ann',
      email: 'a@b.cn',
      content: '500 lenses',
    })
  })
})

describe('the companies of the platform', () => {
  it('are listed by industry and lead to their page', async () => {
    const calls = answerCalls(() => ({
      list: [company],
      total: 1,
      industries: [{ id: 3, name: 'Electronics', count: 1 }],
    }))
    renderPage(<Companies />, '/platform')
    expect((await screen.findByRole('link', { name: /Bright Optics/ })).getAttribute('href')).toBe(
      '/platform/company/7',
    )
    fireEvent.click(screen.getByRole('button', { name: /^Electronics/ }))
    await waitFor(() => expect(calls.at(-1)?.query.get('industry')).toBe('3'))
  })
})

describe('the goods of the platform', () => {
  const goods = { id: 5, name: 'Gel pen', sub_name: '', image: '', price: '9.90', origin_price: '0.00' }

  it('say nothing of prices, which are the shop’s, and lead there', async () => {
    answerCalls(({ path }) => (path.includes('Classify') ? { list: [] } : { list: [goods], total: 1 }))
    renderPage(<ShelfGoods />, '/platform')
    expect((await screen.findByRole('link', { name: 'Gel pen' })).getAttribute('href')).toBe('/shop/goods/5')
    expect(document.body.textContent).not.toContain('9.90')
  })

  it('are away while the shop is closed', async () => {
    answerCalls(() => ({ code: 0, msg: 'Closed', data: { key: 'shop.closed' } }))
    renderPage(<ShelfGoods />, '/platform')
    await screen.findByText('The shop is closed at the moment.')
  })
})
