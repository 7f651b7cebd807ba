import type { DataOf } from '@/shared/http'
import type { Language } from '@/shared/preferences/store'

export type PreviewedArticle = DataOf<'/api/articles/{kind}/{slug}', 'get'>

/** What the back office sends to the page in its frame. */
export interface Preview {
  kind: 'preview'
  detail: PreviewedArticle
  language: Language
  dark: boolean
}

/** What the page in the frame says when it can be sent something. */
export const PREVIEW_READY = 'preview-ready'
/** The page of the site that shows drafts. */
export const PREVIEW_PATH = '/preview'

/** What was sent, if it is a preview. Both ends are this program, of the same address. */
export function readPreview(data: unknown): Preview | null {
  const sent = data as Partial<Preview> | null
  return typeof sent === 'object' && sent?.kind === 'preview' && sent.detail ? (sent as Preview) : null
}

const text = (row: Readonly<Record<string, unknown>>, field: string): string =>
  typeof row[field] === 'string' ? row[field] : ''

/** A row's draft as its published copy would be answered: in a language, or in the other one where that is empty. */
export function draftOf(
  row: Readonly<Record<string, unknown>>,
  language: Language,
  sectionName: string,
): PreviewedArticle {
  const either = (field: string): string => {
    const [zh, en] = [text(row, field), text(row, `${field}_en`)]
    return language === 'en' ? en || zh : zh || en
  }
  return {
    article: {
      kind: text(row, 'kind'),
      slug: text(row, 'slug'),
      path: PREVIEW_PATH,
      title: either('title'),
      summary: either('summary'),
      cover: text(row, 'cover'),
      cover_alt: either('cover_alt'),
      industry: text(row, 'industry'),
      section: text(row, 'section'),
      section_name: sectionName,
      publish_time: 0,
      untranslated: text(row, language === 'en' ? 'title_en' : 'title') === '',
    },
    body: either('body'),
    previous: undefined,
    next: undefined,
  }
}
