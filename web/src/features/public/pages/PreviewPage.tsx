import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHead } from '@/shared/hooks/useHead'
import { preferences } from '@/shared/preferences/store'
import { setSiteLanguage } from '@/shared/site/content'
import { PREVIEW_READY, readPreview } from '@/shared/site/preview'
import type { ArticleDetail } from '../articles/api'
import { ArticleView } from '../articles/ArticleView'
import { Cta } from '../sections/Cta'
import classes from '../articles/articles.module.css'

/**
 * A draft as visitors would see it. It has no data of its own: the back office, in whose frame it is, sends the draft
 * with the language and the darkness to show it in.
 */
export default function PreviewPage() {
  const { t } = useTranslation()
  const [detail, setDetail] = useState<ArticleDetail | null>(null)
  useHead({ title: detail?.article.title ?? '', text: '', hidden: true })
  useEffect(() => {
    const receive = ({ data, origin, source }: MessageEvent<unknown>): void => {
      if (origin !== location.origin || source !== window.parent) return
      const sent = readPreview(data)
      if (!sent) return
      preferences.dark = sent.dark
      void setSiteLanguage(sent.language).then(() => setDetail(sent.detail))
    }
    window.addEventListener('message', receive)
    if (window.parent !== window) window.parent.postMessage(PREVIEW_READY, location.origin)
    return () => window.removeEventListener('message', receive)
  }, [])
  return (
    <>
      <p className={classes.preview} role="status">
        {t(detail ? 'articles.preview' : 'articles.waiting')}
      </p>
      {detail && (
        <>
          <div className={classes.page}>
            <ArticleView detail={detail} />
          </div>
          <Cta />
        </>
      )}
    </>
  )
}
