import { Button, Checkbox, DatePicker, Input, Select } from '@arco-design/web-react'
import { IconFilter, IconSearch } from '@arco-design/web-react/icon'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { useWide } from '@/shared/hooks/useWide'
import classes from './list.module.css'
import type { Filter } from './types'
import type { ListState } from './useListState'

const QUICK_MS = 500

function Control({ filter, state }: { filter: Filter; state: ListState }) {
  const value = state.value(filter.field)
  const set = (next: string | null): void => state.set({ [filter.field]: next })
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  switch (filter.kind) {
    case 'select':
      return (
        <Select
          aria-label={filter.label}
          placeholder={filter.label}
          allowClear
          value={value || undefined}
          options={filter.options.map((option) => ({ ...option }))}
          onChange={(next?: string) => set(next ?? null)}
        />
      )
    case 'remote':
      return (
        <RemoteSelect
          url={filter.url}
          label={filter.optionLabel}
          ariaLabel={filter.label}
          placeholder={filter.label}
          allowClear
          value={value ? Number(value) : null}
          onChange={(next) => set(next === null ? null : String(next))}
        />
      )
    case 'dates': {
      const range = value ? value.split(',') : []
      return (
        <DatePicker.RangePicker
          aria-label={filter.label}
          value={range.length === 2 ? range : undefined}
          onChange={(days) => set(days?.length === 2 ? days.join(',') : null)}
        />
      )
    }
    case 'flag':
      return (
        <Checkbox checked={value === '1'} onChange={(on) => set(on ? '1' : null)}>
          {filter.label}
        </Checkbox>
      )
    case 'text':
      return (
        <Input
          aria-label={filter.label}
          placeholder={filter.label}
          allowClear
          value={text}
          onChange={(next) => {
            setText(next)
            if (!next) set(null)
          }}
          onPressEnter={() => set(text.trim() || null)}
          onBlur={() => text !== value && set(text.trim() || null)}
        />
      )
  }
}

export function FilterBar({
  filters,
  state,
  quickHint,
}: {
  filters: readonly Filter[]
  state: ListState
  quickHint?: string
}) {
  const { t } = useTranslation()
  const wide = useWide(768)
  const [open, setOpen] = useState(false)
  const [quick, setQuick] = useState(state.quick)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => setQuick(state.quick), [state.quick])
  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <div className={classes.filters} role="search">
      {quickHint && (
        <div className={classes.quick}>
          <Input
            aria-label={quickHint}
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
          {!wide && filters.length > 0 && (
            <Button
              aria-label={t('common.filter')}
              aria-expanded={open}
              icon={<IconFilter />}
              onClick={() => setOpen(!open)}
            />
          )}
        </div>
      )}
      {(wide || open || !quickHint) &&
        filters.map((filter) => (
          <div key={filter.field} className={filter.kind === 'dates' ? classes.range : classes.filter}>
            <Control filter={filter} state={state} />
          </div>
        ))}
      {state.active > 0 && (
        <Button type="text" onClick={state.clear}>
          {t('common.clearFilters')}
        </Button>
      )}
    </div>
  )
}
