import { Select, Spin } from '@arco-design/web-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, type Params } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'

export interface Choice {
  id: number
  name?: string
  [field: string]: unknown
}

interface RemoteSelectProps {
  /** Controller, as `/admin/warehouse.Product`. */
  url: string
  value?: number | null
  onChange?: (value: number | null, row: Choice | null) => void
  label?: (row: Choice) => string
  params?: Params
  placeholder?: string
  disabled?: boolean
  /** What to show for `value` before anything was asked for. */
  known?: string
  error?: boolean
  id?: string
  ariaLabel?: string
  allowClear?: boolean
  size?: 'small' | 'default'
}

const SEARCH_MS = 300
const PAGE = 50
const byName = (row: Choice): string => String(row.name ?? row.id)

/** Chooses a row of another resource: asks when opened, searches as one types. */
export function RemoteSelect(props: RemoteSelectProps) {
  const { url, value, onChange, label = byName, params, known, ariaLabel, error, ...rest } = props
  const { t } = useTranslation()
  const { show } = useProblem()
  const [rows, setRows] = useState<Choice[]>([])
  const [busy, setBusy] = useState(false)
  const loadedFor = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const asked = useRef(0)
  const scope = url + JSON.stringify(params ?? {})

  const ask = useCallback(
    (extra: Params) => {
      const turn = ++asked.current
      setBusy(true)
      client
        .get<{ list?: Choice[]; options?: Choice[] }>(`${url}/index`, {
          select: true,
          limit: PAGE,
          ...params,
          ...extra,
        })
        .then((answer) => turn === asked.current && setRows(answer.options ?? answer.list ?? []))
        .catch(show)
        .finally(() => turn === asked.current && setBusy(false))
    },
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `scope` stands for url and params by value
    [scope, show],
  )

  const missing = typeof value === 'number' && known === undefined && !rows.some((row) => row.id === value)
  useEffect(() => {
    if (missing) ask({ initKey: 'id', initValue: [value] })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new value is looked up
  }, [value, scope])
  useEffect(() => () => clearTimeout(timer.current), [])

  const options = rows.map((row) => ({ value: row.id, label: label(row) }))
  if (typeof value === 'number' && known !== undefined && !rows.some((row) => row.id === value))
    options.unshift({ value, label: known })

  return (
    <Select
      {...rest}
      aria-label={ariaLabel}
      status={error ? 'error' : undefined}
      placeholder={rest.placeholder ?? t('common.choose')}
      showSearch
      filterOption={false}
      value={value ?? undefined}
      options={options}
      notFoundContent={busy ? <Spin size={16} /> : t('common.empty')}
      onVisibleChange={(visible) => {
        if (visible && loadedFor.current !== scope) {
          loadedFor.current = scope
          ask({})
        }
      }}
      onSearch={(text) => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => ask({ quickSearch: text }), SEARCH_MS)
      }}
      onChange={(id?: number) => onChange?.(id ?? null, rows.find((row) => row.id === id) ?? null)}
    />
  )
}
