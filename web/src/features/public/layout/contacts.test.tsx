import { screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { site } from '@/shared/site/store'
import { renderPage } from '../../../../test/page'
import AboutPage from '../pages/AboutPage'
import { contactsOf } from './contacts'
import { Footer } from './Footer'

beforeAll(() => loadTexts('site', 'about'))
afterEach(() => void Object.assign(site, { companyAddress: '', companyContact: '' }))

const nothing = (): string => ''
const company = (companyContact: string, companyAddress = '') => ({ companyAddress, companyContact })

describe('how the company is reached', () => {
  it.each([
    ['021-5555 0142', { kind: 'phone', text: '021-5555 0142', href: 'tel:02155550142' }],
    ['us@shop.cn', { kind: 'email', text: 'us@shop.cn', href: 'mailto:us@shop.cn' }],
    ['Ann, 13800138000, desk 2', { kind: 'phone', text: 'Ann, 13800138000, desk 2', href: undefined }],
  ])('is what the settings say where nothing is written: %s', (contact, line) => {
    expect(contactsOf(nothing, company(contact))).toEqual([line])
  })
  it('is what the site has written, and the settings for the rest', () => {
    const written = (kind: string): string => (kind === 'phone' ? '400 1' : kind === 'hours' ? '9 to 5' : '')
    expect(contactsOf(written, company('021-5555', 'Dock 1')).map(({ text }) => text)).toEqual([
      '400 1',
      'Dock 1',
      '9 to 5',
    ])
  })
  it('is not said where nobody knows it', () => {
    expect(contactsOf(nothing, company(' '))).toEqual([])
  })
})

describe('a new site', () => {
  it('shows no contacts of anybody else', () => {
    renderPage(<Footer />, '/')
    expect(screen.queryByRole('heading', { name: 'Contact' })).toBeNull()
    expect(document.querySelector('a[href^="tel:"], a[href^="mailto:"]')).toBeNull()
  })
  it('has no part for them on the page about it', () => {
    renderPage(<AboutPage />, '/about')
    expect(screen.queryByRole('heading', { name: 'Talk to us' })).toBeNull()
  })
  it("shows the company's own once they are in the settings", () => {
    Object.assign(site, company('us@shop.cn', '1 Dock Road\nHarbour'))
    renderPage(<Footer />, '/')
    expect(screen.getByRole('link', { name: 'us@shop.cn' })).toBeTruthy()
    expect(screen.getByText(/1 Dock Road/).textContent).toBe('1 Dock Road\nHarbour')
  })
})
