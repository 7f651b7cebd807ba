import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../test/page'
import HomePage from './HomePage'

beforeAll(() => loadTexts('site', 'shop'))

const LINKS = [
  '/shop/coupons',
  'https://a.example/sale',
  'javascript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  '',
]

describe('notices of the shop', () => {
  it('lead to pages of the site and to other sites, and never to a script', async () => {
    const notices = LINKS.map((link, at) => ({ id: at + 1, content: `Notice ${at}`, link }))
    answerCalls(() => ({ notices, banners: [], classify: [], hot: [], newest: [], list: [] }))
    renderPage(<HomePage />, '/shop')
    await screen.findByText('Notice 0')
    const to = LINKS.map((_, at) => screen.getByText(`Notice ${at}`).closest('a')?.getAttribute('href'))
    expect(to.slice(0, 2)).toEqual(['/shop/coupons', 'https://a.example/sale'])
    expect(to.slice(2).every((address) => address === undefined)).toBe(true)
    expect(screen.getByText('Notice 1').closest('a')?.rel).toBe('noreferrer')
  })
})
