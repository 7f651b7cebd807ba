import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areasBelow, openedTo, type Area } from '@/shared/address/areas'
import layout from '@/shared/ui/layout.module.css'
import classes from './offers.module.css'

const LEVELS = ['province', 'city', 'district'] as const

interface Props {
  begun: readonly number[]
  /** The whole way down, once it has been chosen. */
  chosen: (area: number[]) => void
  failed: (error: unknown) => void
}

/** Province, city and district in lists of the browser's own, which a phone shows large. */
export function AreaPick({ begun, chosen, failed }: Props) {
  const { t } = useTranslation()
  const [path, setPath] = useState<readonly number[]>(begun)
  const [lists, setLists] = useState<readonly (readonly Area[])[]>([])

  useEffect(() => {
    let gone = false
    openedTo(begun).then((tree) => {
      if (gone) return
      const opened: (readonly Area[])[] = [tree]
      let level: readonly Area[] = tree
      for (const id of begun) {
        const below = level.find(({ value }) => value === id)?.children
        if (!below?.length) break
        opened.push(below)
        level = below
      }
      setLists(opened)
    }, failed)
    return () => {
      gone = true
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for what it began with
  }, [])

  const pick = (level: number, id: number): void => {
    const next = [...path.slice(0, level), id]
    setPath(next)
    setLists(lists.slice(0, level + 1))
    if (next.length === LEVELS.length) return chosen(next)
    areasBelow(next).then((below) => {
      // The tree ends earlier in some places.
      if (below.length === 0) chosen(next)
      else setLists([...lists.slice(0, level + 1), below])
    }, failed)
  }
  return (
    <span className={classes.area}>
      {lists.map((list, level) => (
        <select
          className={layout.input}
          key={LEVELS[level]}
          aria-label={t(`shopMore.freight.${LEVELS[level] ?? 'district'}`)}
          value={path[level] ?? 0}
          onChange={(event) => pick(level, Number(event.target.value))}
        >
          <option value={0} disabled>
            {t('shopMore.freight.pick')}
          </option>
          {list.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ))}
    </span>
  )
}
