import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { draftOf, readPreview } from '@/shared/site/preview'
import { answerCalls, renderPage } from '../../../../test/page'
import CasesPage from '../pages/CasesPage'
import HelpPage from '../pages/HelpPage'
import PreviewPage from '../pages/PreviewPage'
import { ArticleSection } from './ArticleSection'
import { ArticleView } from './ArticleView'
import type { ArticleItem } from './api'
import { bySection } from './HelpArticles'
import { kindAt } from './kinds'

beforeAll(() => loadTexts('site', 'cases', 'help', 'articles', 'common'))

const item = (slug: string, more: Partial<ArticleItem> = {}): ArticleItem => ({
  kind: 'help',
  slug,
  path: `/help/${slug}`,
  title: `About ${slug}`,
  summary: `Summary of ${slug}`,
  cover: '',
  cover_alt: '',
  industry: '',
  section: 'stock',
  section_name: 'Stock',
  publish_time: 1_700_000_000,
  untranslated: false,
  ...more,
})
const list = (...items: ArticleItem[]) => ({
  list: items,
  total: items.length,
  sections: [{ section: 'stock', name: 'Stock', count: 2 }],
})

describe('articles of the site', () => {
  it('are of the kind that their address says', () => {
    expect(['/solutions/a', '/cases/a', '/About/a', '/help/a', '/customs/guide/a'].map(kindAt)).toEqual([
      'solution',
      'case',
      'about',
      'help',
      'customs',
    ])
  })

  it('stand below their section in the help centre', () => {
    const groups = bySection([item('a'), item('b', { section: 'start', section_name: 'Start' }), item('c')])
    expect(groups.map(({ name, list }) => [name, list.length])).toEqual([
      ['Stock', 2],
      ['Start', 1],
    ])
  })

  it('show title, text, and the ones before and after', () => {
    const detail = { article: item('one'), body: '<p>Step one</p>', previous: null, next: item('two') }
    renderPage(<ArticleView detail={{ ...detail, previous: undefined }} />, '/help/one')
    screen.getByRole('heading', { name: 'About one' })
    screen.getByText('Step one')
    expect(screen.getByRole('link', { name: /About two/ }).getAttribute('href')).toBe('/help/two')
    expect(screen.getByRole('link', { name: 'Help centre' }).getAttribute('href')).toBe('/help')
  })
})

describe('the help centre', () => {
  it('searches at the node once the reader pauses', async () => {
    const calls = answerCalls(() => list(item('one'), item('two')))
    renderPage(<HelpPage />, '/help')
    expect((await screen.findByRole('link', { name: /About one/ })).getAttribute('href')).toBe('/help/one')
    for (const q of ['c', 'co', 'count'])
      fireEvent.change(screen.getByRole('searchbox'), { target: { value: q } })
    await waitFor(() => expect(calls.at(-1)?.query.get('q')).toBe('count'), { timeout: 3_000 })
    expect(calls.map(({ query }) => query.get('q'))).toEqual([null, 'count'])
  })

  it('says that nothing was found, or that it could not be loaded', async () => {
    answerCalls(({ query }) => (query.get('section') ? { code: 0, msg: 'Down', data: {} } : list()))
    renderPage(<HelpPage />, '/help')
    await screen.findByText('No article contains these words.')
    fireEvent.click(screen.getByRole('button', { name: /^Stock/ }))
    expect((await screen.findByRole('alert')).textContent).toContain('Down')
  })
})

describe('the cases', () => {
  it('are asked for by trade', async () => {
    const calls = answerCalls(() => list(item('one', { kind: 'case', path: '/cases/one', section: '' })))
    renderPage(<CasesPage />, '/cases')
    expect((await screen.findByRole('link', { name: /About one/ })).getAttribute('href')).toBe('/cases/one')
    fireEvent.click(screen.getByRole('button', { name: 'Textile' }))
    await waitFor(() => expect(calls.at(-1)?.query.get('industry')).toBe('textile'))
  })
})

describe('more articles than a page holds', () => {
  it('are reached page by page; another trade begins at its first page', async () => {
    const calls = answerCalls(({ query }) => ({
      ...list(item(`p${query.get('page')}`, { kind: 'case', path: `/cases/p${query.get('page')}` })),
      total: 25,
    }))
    renderPage(<CasesPage />, '/cases')
    await screen.findByRole('link', { name: /About p1/ })
    const step = (name: string): HTMLButtonElement => screen.getByRole('button', { name })
    expect(step('Previous page').disabled).toBe(true)
    fireEvent.click(step('Next page'))
    await screen.findByRole('link', { name: /About p2/ })
    fireEvent.click(step('Next page'))
    await screen.findByRole('link', { name: /About p3/ })
    screen.getByText('3 of 3')
    expect(step('Next page').disabled).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Textile' }))
    await screen.findByRole('link', { name: /About p1/ })
    expect([calls.at(-1)?.query.get('industry'), calls.at(-1)?.query.get('page')]).toEqual(['textile', '1'])
  })

  it('have no such way where one page holds them, or where only the first few are wanted', async () => {
    answerCalls(() => ({ ...list(item('one')), total: 12 }))
    renderPage(<ArticleSection query={{ kind: 'about' }} title="About" />)
    await screen.findByRole('link', { name: /About one/ })
    expect(screen.queryByRole('button')).toBeNull()
    cleanup()
    answerCalls(() => ({ ...list(item('two')), total: 13 }))
    renderPage(<ArticleSection query={{ kind: 'case', limit: 3 }} title="Cases" />)
    await screen.findByRole('link', { name: /About two/ })
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('a preview', () => {
  const row = {
    kind: 'help',
    slug: 'a',
    title: '盘点',
    title_en: '',
    body: '<p>一</p>',
    body_en: '<p>One</p>',
  }

  it('shows each text in the other language where it is empty', () => {
    const english = draftOf(row, 'en', 'Stock')
    expect([english.article.title, english.body, english.article.untranslated]).toEqual([
      '盘点',
      '<p>One</p>',
      true,
    ])
    expect(draftOf(row, 'zh-CN', '').body).toBe('<p>一</p>')
  })

  it('takes nothing but a preview', () => {
    for (const other of [null, 'preview-ready', { kind: 'other' }, { kind: 'preview' }])
      expect(readPreview(other)).toBeNull()
  })

  it('draws what the frame around it sends, and nothing from elsewhere', async () => {
    answerCalls(() => ({ texts: {} }))
    renderPage(<PreviewPage />, '/preview')
    screen.getByText('Waiting for the draft…')
    const data = {
      kind: 'preview',
      detail: draftOf({ ...row, title_en: 'Counting' }, 'en', ''),
      language: 'en',
      dark: false,
    }
    const send = (origin: string): void => {
      window.dispatchEvent(new MessageEvent('message', { data, origin, source: window }))
    }
    send('https://evil.example')
    expect(screen.queryByRole('heading', { name: 'Counting' })).toBeNull()
    send(location.origin)
    await screen.findByRole('heading', { name: 'Counting' })
    screen.getByText('One')
  })
})
