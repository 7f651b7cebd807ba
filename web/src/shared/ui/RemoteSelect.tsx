import { Select, Spin } from '@arco-design/web-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
// eslint-disable-next-line no-restricted-imports -- the resource is named by a property
import { client, type Params } from '@/shared/http'
import { folded } from '@/shared/folded'
import { useProblem } from '@/shared/hooks/useProblem'
import { isDenied, NoneYet } from './NoneYet'

export interface Choice {
  id: number
  name?: string
  [field: string]: unknown
}

export interface RemoteSelectProps {
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
  /** Where there is one row alone, it is chosen by itself: this hears of it. */
  only?: (id: number, row: Choice) => void
  /** What else a typed text may stand for, where the search finds nothing: the id of a row. */
  standsFor?: (text: string) => Promise<number | null>
}

const SEARCH_MS = 300
const PAGE = 50
const byName = (row: Choice): string => String(row.name ?? row.id)

/** Chooses a row of another resource: asks when opened, searches as one types. */
export function RemoteSelect(props: RemoteSelectProps) {
  const {
    url,
    value,
    onChange,
    label = byName,
    params,
    known,
    ariaLabel,
    error,
    standsFor,
    only,
    ...rest
  } = props
  const { t } = useTranslation()
  const { show } = useProblem()
  const [rows, setRows] = useState<Choice[]>([])
  const [busy, setBusy] = useState(false)
  const [words, setWords] = useState('')
  // What is listed does not answer what is typed yet. Only what has the typed words is shown until then: Enter would
  // choose another row than the one that is meant.
  const [stale, setStale] = useState(false)
  const [denied, setDenied] = useState(false)
  const loadedFor = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const asked = useRef(0)
  const scope = url + JSON.stringify(params ?? {})

  const ask = useCallback(
    async (extra: Params, otherwise?: () => Promise<number | null>): Promise<void> => {
      const turn = ++asked.current
      const find = async (more: Params): Promise<Choice[]> => {
        const answer = await client.get<{ list?: Choice[]; options?: Choice[] }>(`${url}/index`, {
          select: true,
          limit: PAGE,
          ...params,
          ...more,
        })
        return answer.options ?? answer.list ?? []
      }
      setBusy(true)
      try {
        let found = await find(extra)
        const other = found.length === 0 ? await otherwise?.() : null
        if (other) found = await find({ initKey: 'id', initValue: [other] })
        if (turn === asked.current) setRows(found)
        setDenied(false)
      } catch (error) {
        if (isDenied(error)) setDenied(true)
        else show(error)
      } finally {
        if (turn === asked.current) {
          setBusy(false)
          setStale(false)
        }
      }
    },
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `scope` stands for url and params by value
    [scope, show],
  )

  const missing = typeof value === 'number' && known === undefined && !rows.some((row) => row.id === value)
  useEffect(() => {
    if (missing) void ask({ initKey: 'id', initValue: [value] })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new value is looked up
  }, [value, scope])
  useEffect(() => () => clearTimeout(timer.current), [])
  const choosesOnly = only !== undefined && !rest.disabled && typeof value !== 'number'
  const chooseOnly = useRef(only)
  chooseOnly.current = only
  useEffect(() => {
    if (!choosesOnly) return
    let left = false
    client
      .get<{ list?: Choice[]; options?: Choice[] }>(`${url}/index`, { select: true, limit: 2, ...params })
      .then(
        (answer) => {
          const found = answer.options ?? answer.list ?? []
          const [row] = found
          if (left || !row || found.length !== 1) return
          setRows((old) => (old.length > 0 ? old : found))
          chooseOnly.current?.(row.id, row)
        },
        // It is chosen by hand then.
        () => undefined,
      )
    return () => {
      left = true
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- asked once for what may be chosen
  }, [scope])

  const listed = rows.map((row) => ({ value: row.id, label: label(row) }))
  if (typeof value === 'number' && known !== undefined && !rows.some((row) => row.id === value))
    listed.unshift({ value, label: known })
  const options = stale ? listed.filter((option) => folded(option.label).includes(folded(words))) : listed

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
      notFoundContent={
        busy ? (
          <Spin size={16} />
        ) : words && !denied ? (
          t('common.empty')
        ) : (
          <NoneYet url={url} denied={denied ? (ariaLabel ?? '') : undefined} />
        )
      }
      onVisibleChange={(visible) => {
        // What was missing may have been made in another tab meanwhile.
        if (visible && (loadedFor.current !== scope || rows.length === 0)) {
          loadedFor.current = scope
          void ask({})
        }
      }}
      onSearch={(text) => {
        clearTimeout(timer.current)
        // An answer to what was asked for before is none to this.
        asked.current++
        setWords(text.trim())
        setBusy(true)
        setStale(text.trim() !== '')
        const other = standsFor && text.trim() ? () => standsFor(text.trim()) : undefined
        timer.current = setTimeout(() => void ask({ quickSearch: text }, other), SEARCH_MS)
      }}
      onChange={(id?: number) => onChange?.(id ?? null, rows.find((row) => row.id === id) ?? null)}
    />
  )
}
