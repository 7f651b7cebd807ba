import type { DataOf } from '@/shared/http/api'
import { memberClient, memberHttp } from '@/shared/http/member'
import { useFetched, type Fetched } from '@/shared/hooks/useFetched'
import { useTranslation } from 'react-i18next'

export type ArticleList = DataOf<'/api/articles', 'get'>
export type ArticleItem = ArticleList['list'][number]
export type ArticleDetail = DataOf<'/api/articles/{kind}/{slug}', 'get'>
export type ArticleKind = 'solution' | 'case' | 'about' | 'help' | 'customs'

export interface ArticleQuery {
  kind: ArticleKind
  industry?: string
  section?: string
  q?: string
  page?: number
  limit?: number
}

/** Articles of a page of cards: three columns fill it. */
export const CARDS_PAGE = 12
/** Articles of a page of the help centre, which are lines. */
export const LINES_PAGE = 60

/** The published articles in the reader's language. */
export function useArticles(query: ArticleQuery): Fetched<ArticleList> {
  const { i18n } = useTranslation()
  return useFetched(`${i18n.language} ${JSON.stringify(query)}`, (signal) =>
    memberHttp.get('/api/articles', { ...query, lang: i18n.language }, signal),
  )
}

/** One published article in the reader's language. */
export function useArticle(kind: ArticleKind, slug: string): Fetched<ArticleDetail> {
  const { i18n } = useTranslation()
  return useFetched(`${i18n.language} ${kind} ${slug}`, (signal) =>
    // Its address is known at run time only.
    memberClient.get<ArticleDetail>(
      `/api/articles/${kind}/${encodeURIComponent(slug)}`,
      { lang: i18n.language },
      signal,
    ),
  )
}
