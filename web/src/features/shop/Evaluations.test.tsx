import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../test/page'
import Evaluations from './Evaluations'

beforeAll(() => loadTexts('shop', 'shopMore', 'site'))

const said = (id: number, star: number) => ({
  id,
  star,
  content: `Words ${id}`,
  images: [],
  sku_text: '',
  name: 'A***e',
  reply: '',
  create_time: 1,
})

describe('reviews of goods', () => {
  it('are averaged, filtered, and older ones follow', async () => {
    const calls = answerCalls(({ query }) => {
      const page = Number(query.get('page'))
      const low = query.get('star') === '3'
      const list = low ? [said(99, 3)] : page === 1 ? [said(2, 5), said(3, 5)] : [said(1, 3)]
      return { list, total: low ? 1 : 3, stars: [0, 0, 1, 0, 2], with_images: 0 }
    })
    renderPage(<Evaluations goods={7} />, '/shop/goods/7')
    await screen.findByText('4.3')
    screen.getByText('Words 2')
    fireEvent.click(screen.getByRole('button', { name: 'Older reviews' }))
    await screen.findByText('Words 1')
    screen.getByText('Words 2')
    expect(screen.queryByRole('button', { name: 'Older reviews' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '3 stars (1)' }))
    await screen.findByText('Words 99')
    await waitFor(() => expect(screen.queryByText('Words 2')).toBeNull())
    expect(calls.at(-1)?.query.get('goods_id')).toBe('7')
  })
  it('that are not there are said not to be', async () => {
    answerCalls(() => ({ list: [], total: 0, stars: [0, 0, 0, 0, 0] }))
    renderPage(<Evaluations goods={7} />, '/shop/goods/7')
    await screen.findByText(/No reviews yet/)
  })
})
