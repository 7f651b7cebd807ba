import { useState } from 'react'
import { Section } from '../sections/Section'
import { SitePages } from '../sections/SitePages'
import { CARDS_PAGE, useArticles, type ArticleQuery } from './api'
import { ArticleCards } from './ArticleCards'

/** A section with the published articles of a kind, in pages unless a limit is given; nothing where there are none. */
export function ArticleSection({
  query,
  title,
  text,
  tinted,
}: {
  query: ArticleQuery
  title: string
  text?: string
  tinted?: boolean
}) {
  const [page, setPage] = useState(1)
  const { data } = useArticles({ page, limit: CARDS_PAGE, ...query })
  if (!data || data.total === 0) return null
  return (
    <Section title={title} text={text} tinted={tinted}>
      <ArticleCards list={data.list} />
      {query.limit === undefined && (
        <SitePages page={page} size={CARDS_PAGE} total={data.total} open={setPage} />
      )}
    </Section>
  )
}
