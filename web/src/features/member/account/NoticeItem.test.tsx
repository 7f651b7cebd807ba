import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { renderPage } from '../../../../test/page'
import { NOTICE_KINDS } from '../notices'
import { NoticeItem } from './NoticeItem'

beforeAll(() => loadTexts('member', 'common'))

const show = (message_type: string, order_no: string | null): string | null => {
  const notice = { id: 1, message_type, message: 'Said', create_time: 1_700_000_000, order_no }
  renderPage(<NoticeItem notice={notice} busy={false} read={() => undefined} />, '/user')
  return screen.getByRole('link').getAttribute('href')
}

describe('a notice', () => {
  it.each(['paid', 'shipped', 'refund', 'cancel', 'payment'])('of %s leads to its order', (kind) => {
    expect(show(kind, 'S9')).toBe('/user/shop/order/S9')
  })
  it.each(NOTICE_KINDS)('of %s has a name', (kind) => {
    show(kind, 'S9')
    expect(screen.getByRole('heading').textContent).not.toContain('member.account.kind')
  })
  it('leads to the list where its order is not known', () => {
    expect(show('payment', null)).toBe('/user/shop/orders')
  })
})
