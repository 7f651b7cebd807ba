import { Select, Spin } from '@arco-design/web-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, type Params } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'
import { isDenied, NoneYet } from '@/shared/ui/NoneYet'
import type { Choice } from '@/shared/ui/RemoteSelect'
import type { WidgetProps } from './types'

const SEARCH_MS = 300
const PAGE = 50

/** Chooses rows of another resource. */
export default function RemoteSelects({
  field,
  value,
  onChange,
  label,
  disabled,
  id,
  params,
}: WidgetProps & { params?: Params }) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const chosen = (Array.isArray(value) ? value : []).map(Number)
  const [rows, setRows] = useState<ReadonlyMap<number, string>>(new Map())
  const [offered, setOffered] = useState<readonly number[]>([])
  const [busy, setBusy] = useState(false)
  const [words, setWords] = useState('')
  const [denied, setDenied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const turn = useRef(0)
  const { reference } = field

  const ask = (extra: Params, offer: boolean): void => {
    if (!reference) return
    const mine = ++turn.current
    setBusy(true)
    client
      .get<{ list?: Choice[]; options?: Choice[] }>(`/admin/${reference.controller}/index`, {
        select: true,
        limit: PAGE,
        // What is held already is named whether or not it could be chosen.
        ...(offer ? params : {}),
        ...extra,
      })
      .then((answer) => {
        const list = answer.options ?? answer.list ?? []
        setRows(
          (old) =>
            new Map([
              ...old,
              ...list.map((row) => [row.id, String(row[reference.field] ?? row.id)] as const),
            ]),
        )
        if (offer && mine === turn.current) setOffered(list.map((row) => row.id))
        setDenied(false)
      })
      .catch((error: unknown) => (isDenied(error) ? setDenied(true) : show(error)))
      .finally(() => mine === turn.current && setBusy(false))
  }
  useEffect(() => {
    if (chosen.length > 0) ask({ initKey: 'id', initValue: chosen }, false)
    return () => clearTimeout(timer.current)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what the form began with is named once
  }, [])

  const ids = [...new Set([...offered, ...chosen])]
  return (
    <Select
      id={id}
      aria-label={label}
      mode="multiple"
      allowClear
      disabled={disabled}
      placeholder={t('common.choose')}
      filterOption={false}
      value={chosen}
      options={ids.map((one) => ({ value: one, label: rows.get(one) ?? `#${one}` }))}
      notFoundContent={
        busy ? (
          <Spin size={16} />
        ) : !reference || (words && !denied) ? (
          t('common.empty')
        ) : (
          <NoneYet url={`/admin/${reference.controller}`} denied={denied ? label : undefined} />
        )
      }
      onVisibleChange={(visible) => visible && ask({}, true)}
      onSearch={(text) => {
        clearTimeout(timer.current)
        setWords(text.trim())
        timer.current = setTimeout(() => ask({ quickSearch: text }, true), SEARCH_MS)
      }}
      onChange={(next: number[]) => onChange?.(next)}
    />
  )
}
