import { Navigate, useLocation, useParams } from 'react-router'
import { ApiError } from '@/shared/http/error'
import { useHead } from '@/shared/hooks/useHead'
import { useArticle, type ArticleDetail } from '../articles/api'
import { ArticleView } from '../articles/ArticleView'
import { Fetching } from '../articles/Fetching'
import { kindAt } from '../articles/kinds'
import { Cta } from '../sections/Cta'
import classes from '../articles/articles.module.css'

function Shown({ detail }: { detail: ArticleDetail }) {
  const { title, summary, cover } = detail.article
  useHead({ title, text: summary || title, image: cover })
  return <ArticleView detail={detail} />
}

/** A published article of any kind; which one, its address says. */
export default function ArticlePage() {
  const { pathname } = useLocation()
  const { slug = '' } = useParams()
  const fetched = useArticle(kindAt(pathname), slug)
  const { error } = fetched
  if (error instanceof ApiError && error.data.key === 'error.not_found') return <Navigate to="/404" replace />
  return (
    <>
      <div className={classes.page}>
        <Fetching of={fetched}>{(detail) => <Shown detail={detail} />}</Fetching>
      </div>
      <Cta />
    </>
  )
}
