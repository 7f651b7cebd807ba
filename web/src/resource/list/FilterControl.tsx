import { Checkbox, Input, Select } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import type { Filter } from '../types'
import type { ListState } from '../useListState'
import { DateBox } from './DateBox'
import { NumberRange } from './NumberRange'

/** One condition of a list. */
export function FilterControl({ filter, state }: { filter: Filter; state: ListState }) {
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
    case 'many':
      return (
        <Select
          mode="multiple"
          maxTagCount={1}
          aria-label={filter.label}
          placeholder={filter.label}
          allowClear
          value={value ? value.split(',') : []}
          options={filter.options.map((option) => ({ ...option }))}
          onChange={(next: string[]) => set(next.length ? next.join(',') : null)}
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
    case 'dates':
      return <DateBox label={filter.label} value={value} onChange={set} />
    case 'numbers':
      return <NumberRange label={filter.label} value={value} onChange={set} />
    case 'flag':
      return (
        <Checkbox checked={value === '1'} onChange={(on) => set(on ? '1' : null)}>
          {filter.label}
        </Checkbox>
      )
    case 'param':
      return null
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
