import { Badge, Button, Input, Tag } from '@arco-design/web-react'
import { IconFilter, IconSearch } from '@arco-design/web-react/icon'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWide } from '@/shared/hooks/useWide'
import { FilterControl } from './list/FilterControl'
import { badgeOf } from '@/shared/ui/badge'
import classes from './list.module.css'
import type { Filter } from './types'
import type { ListState } from './useListState'

const QUICK_MS = 500
/** Beyond this much room, filters stand in a panel of their own; from and to take more of it. */
const INLINE_MAX = 4
const RANGE_ROOM = 1.5
const INLINE_OF_MANY = 2

interface FilterBarProps {
  filters: readonly Filter[]
  state: ListState
  quickHint?: string
  /** At the right end. */
  tools?: ReactNode
}

const isRange = (filter: Filter): boolean => filter.kind === 'dates' || filter.kind === 'numbers'
const room = (filters: readonly Filter[]): number =>
  filters.reduce((sum, filter) => sum + (isRange(filter) ? RANGE_ROOM : 1), 0)

export function FilterBar({ filters, state, quickHint, tools }: FilterBarProps) {
  const { t } = useTranslation()
  const wide = useWide(768)
  const [quick, setQuick] = useState(state.quick)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => setQuick(state.quick), [state.quick])
  useEffect(() => () => clearTimeout(timer.current), [])

  const many = room(filters) > INLINE_MAX
  const inline = !wide && quickHint ? [] : many ? filters.slice(0, wide ? INLINE_OF_MANY : 0) : filters
  const panel = filters.slice(inline.length)
  const within = panel.filter((filter) => state.value(filter.field) !== '').length
  const [open, setOpen] = useState(within > 0)

  return (
    <div className={classes.search} role="search">
      <div className={classes.filters}>
        {quickHint && (
          <div className={classes.quick}>
            <Input
              aria-label={quickHint}
              data-quick
              placeholder={quickHint}
              prefix={<IconSearch />}
              allowClear
              value={quick}
              onChange={(text) => {
                setQuick(text)
                clearTimeout(timer.current)
                timer.current = setTimeout(() => state.set({ q: text.trim() || null }), QUICK_MS)
              }}
            />
          </div>
        )}
        {inline.map((filter) => (
          <div key={filter.field} className={isRange(filter) ? classes.range : classes.filter}>
            <FilterControl filter={filter} state={state} />
          </div>
        ))}
        {panel.length > 0 && (
          <Badge text={badgeOf(within)} dotStyle={{ boxShadow: 'none' }}>
            <Button
              aria-label={t('common.filter')}
              aria-expanded={open}
              icon={<IconFilter />}
              onClick={() => setOpen(!open)}
            >
              {wide ? t('common.filter') : null}
            </Button>
          </Badge>
        )}
        {state.only > 0 && (
          <Tag closable onClose={() => state.set({ only: null })} data-only={state.only}>
            {t('common.only', { count: state.only })}
          </Tag>
        )}
        {state.active > 0 && (
          <Button type="text" onClick={state.clear}>
            {t('common.clearFilters')}
          </Button>
        )}
        {tools && <div className={classes.tools}>{tools}</div>}
      </div>
      {open && panel.length > 0 && (
        <div className={classes.panel}>
          {panel.map((filter) => (
            <div key={filter.field} className={classes.panelItem}>
              {filter.kind !== 'flag' && <span className={classes.panelLabel}>{filter.label}</span>}
              <FilterControl filter={filter} state={state} />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
