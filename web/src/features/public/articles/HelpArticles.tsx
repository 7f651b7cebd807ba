import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RouteLink } from '@/shared/ui/RouteLink'
import { SitePages } from '../sections/SitePages'
import { LINES_PAGE, useArticles, type ArticleItem } from './api'
import { Fetching } from './Fetching'
import classes from './articles.module.css'

/** Milliseconds without a key before it is searched. */
const PAUSE = 400

/** Articles by their section, in the order of the list. */
export function bySection(
  list: readonly ArticleItem[],
): { section: string; name: string; list: ArticleItem[] }[] {
  const groups = new Map<string, { section: string; name: string; list: ArticleItem[] }>()
  for (const item of list) {
    const group = groups.get(item.section) ?? { section: item.section, name: item.section_name, list: [] }
    group.list.push(item)
    groups.set(item.section, group)
  }
  return [...groups.values()]
}

/** The articles of the help centre: by section, or those that contain the words. */
export function HelpArticles({ words }: { words: string }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState('')
  const [only, setOnly] = useState('')
  const [page, setPage] = useState(1)
  useEffect(() => {
    const timer = setTimeout(() => {
      setAsked(words.trim())
      setPage(1)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [words])
  const fetched = useArticles({
    kind: 'help',
    page,
    limit: LINES_PAGE,
    ...(asked ? { q: asked } : {}),
    ...(only ? { section: only } : {}),
  })
  return (
    <Fetching of={fetched}>
      {({ list, total, sections }) => (
        <div className={classes.sections}>
          <nav aria-label={t('articles.sections')}>
            <ul className={classes.menu}>
              {[{ section: '', name: t('articles.all'), count: 0 }, ...sections].map((one) => (
                <li key={one.section}>
                  <button
                    type="button"
                    aria-pressed={only === one.section}
                    onClick={() => {
                      setOnly(one.section)
                      setPage(1)
                    }}
                  >
                    {one.name}
                    {one.count > 0 && <small>{one.count}</small>}
                  </button>
                </li>
              ))}
            </ul>
          </nav>
          <div className={classes.topics}>
            {bySection(list).map((group) => (
              <section key={group.section}>
                <h2>{group.name}</h2>
                <ul>
                  {group.list.map((item) => (
                    <li key={item.path}>
                      <RouteLink to={item.path} className={classes.topic}>
                        <strong>{item.title}</strong>
                        <span>{item.summary}</span>
                      </RouteLink>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            <SitePages page={page} size={LINES_PAGE} total={total} open={setPage} />
            {total === 0 && (
              <p className={classes.none} role="status">
                {t('articles.none')}
              </p>
            )}
          </div>
        </div>
      )}
    </Fetching>
  )
}
