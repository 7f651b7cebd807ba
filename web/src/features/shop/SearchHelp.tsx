import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { memberHttp } from '@/shared/http/member'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Icon } from './Icon'
import { forgetWords, searchedWords } from './kept'
import classes from './search.module.css'

/** Suggestions that are shown. */
const SHOWN = 6
/** Somebody who types is not asked for after every letter, in milliseconds. */
const PAUSE_MS = 250

const suggest = async (words: string, signal: AbortSignal) =>
  words ? (await memberHttp.get('/api/shop.Goods/index', { search: words, limit: SHOWN }, signal)).list : []

const listOf = (words: string): string => `/shop/list?search=${encodeURIComponent(words)}`

interface Props {
  text: string
  chosen: () => void
}

/** Below the search: goods that the words are about, or before there are any, what was searched last. */
export default function SearchHelp({ text, chosen }: Props) {
  const { t } = useTranslation()
  const words = text.trim()
  const [asked, setAsked] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  const [history, setHistory] = useState(searchedWords)
  const found = useFetched(`suggest ${asked}`, (signal) => suggest(asked, signal))
  if (!words) {
    if (history.length === 0) return null
    return (
      <div className={classes.help}>
        <header>
          <h2>{t('shopMore.search.history')}</h2>
          <button
            type="button"
            onClick={() => {
              forgetWords()
              setHistory([])
            }}
          >
            {t('shopMore.search.clear')}
          </button>
        </header>
        <ul className={classes.words}>
          {history.map((one) => (
            <li key={one}>
              <RouteLink to={listOf(one)} onClick={chosen}>
                {one}
              </RouteLink>
            </li>
          ))}
        </ul>
      </div>
    )
  }
  const list = asked ? (found.data ?? []) : []
  if (list.length === 0) return null
  return (
    <ul className={`${classes.help} ${classes.goods}`} aria-label={t('shopMore.search.suggestions')}>
      {list.map(({ id, name }) => (
        <li key={id}>
          <RouteLink to={`/shop/goods/${id}`} onClick={chosen}>
            <Icon name="search" size={16} />
            <span>{name}</span>
          </RouteLink>
        </li>
      ))}
    </ul>
  )
}
