import { screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { site } from '@/shared/site/store'
import { renderPage } from '../../../../test/page'
import PlatformPage from '../pages/PlatformPage'
import { Footer } from './Footer'
import { NavLinks } from './NavLinks'

beforeAll(() => loadTexts('site', 'platform', 'platformMore', 'articles', 'common'))

const to = (name: string): (string | null)[] =>
  screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'))

describe("the header's trade platform", () => {
  it('has one entry', () => {
    renderPage(<NavLinks />, '/')
    expect(to('Trade platform')).toEqual(['/platform'])
    const links = within(screen.getAllByRole('list')[0]!).getAllByRole('link')
    expect(links.filter((link) => link.getAttribute('href') === '/platform')).toHaveLength(1)
  })
  it('is described on a page that leads to the shop', () => {
    renderPage(<PlatformPage />, '/platform')
    expect(to('Go to the shop')).toEqual(['/shop'])
  })
  it('has that page in the footer', () => {
    renderPage(<Footer />, '/')
    expect(to('Trade platform')).toEqual(['/platform'])
  })
})

describe('where the shop is the home page', () => {
  const before = { homePage: site.homePage, entries: site.entries }
  beforeEach(() => {
    site.homePage = 'shop'
  })
  afterEach(() => {
    Object.assign(site, before)
  })
  const marked = (): string | null => screen.getByRole('link', { current: 'page' }).getAttribute('href')

  it('marks the shop at both its addresses', () => {
    renderPage(<NavLinks />, '/')
    expect(marked()).toBe('/shop')
  })
  it('marks the home page where the shop has no entry', () => {
    site.entries = ['cases']
    renderPage(<NavLinks />, '/')
    expect(marked()).toBe('/')
  })
})
