import { Section } from '../sections/Section'
import { useArticles, type ArticleQuery } from './api'
import { ArticleCards } from './ArticleCards'

/** A section with the published articles of a kind; nothing where there are none. */
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
  const { data } = useArticles(query)
  if (!data || data.list.length === 0) return null
  return (
    <Section title={title} text={text} tinted={tinted}>
      <ArticleCards list={data.list} />
    </Section>
  )
}
