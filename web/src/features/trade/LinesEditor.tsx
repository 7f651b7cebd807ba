import { Button, Form, Input, Message, Select } from '@arco-design/web-react'
import { IconCopy, IconDelete, IconPlus } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WidgetProps } from '@/resource/widgets/types'
import { resourceOf } from '@/resource/schema/store'
import { allFields } from '@/resource/schema/types'
import { useLabel } from '@/resource/schema/useLabel'
import { http } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { useFetched } from '@/shared/hooks/useFetched'
import { EMPTY, LINES_MAX, linesOf, sentLines, type GoodsLine } from './goods'
import classes from './trade.module.css'

type Name = keyof GoodsLine

/** The fields of a line in the order of the customs' form, with how wide each is. */
const FIELDS: readonly (readonly [Name, 'text' | 'figure' | 'unit', number, 'wide'?])[] = [
  ['hs_code', 'text', 10],
  ['inspection', 'text', 3],
  ['name', 'text', 255, 'wide'],
  ['elements', 'text', 500, 'wide'],
  ['quantity_1', 'figure', 20],
  ['unit_1', 'unit', 3],
  ['quantity_2', 'figure', 20],
  ['unit_2', 'unit', 3],
  ['quantity', 'figure', 20],
  ['unit', 'unit', 3],
  ['price', 'figure', 20],
  ['total', 'figure', 20],
  ['currency', 'text', 3],
  ['origin', 'text', 3],
  ['destination', 'text', 3],
  ['place', 'text', 50],
  ['levy', 'text', 2],
]

/** Asks for an order and fills the form with what the node makes of it. */
function FromOrder({ fill }: { fill: (lines: GoodsLine[], head: Record<string, unknown>) => void }) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const { busy, submit } = useSubmit(show)
  const [number, setNumber] = useState('')
  const read = (): void =>
    void submit(async () => {
      const { lines, left_out, direction, order_no, counterpart, contract_no } = await http.get(
        '/admin/trade.Declaration/prefill',
        { number: number.trim() },
      )
      fill(
        lines.map((line) => ({ ...EMPTY, ...line })),
        { direction, order_no, counterpart, contract_no },
      )
      if (left_out > 0) Message.warning(t('trade.leftOut', { count: left_out }))
    })
  return (
    <div className={classes.fromOrder}>
      <Input
        value={number}
        maxLength={40}
        placeholder={t('trade.orderNumber')}
        aria-label={t('trade.orderNumber')}
        onChange={setNumber}
      />
      <Button loading={busy} disabled={!number.trim()} onClick={read}>
        {t('trade.fromOrder')}
      </Button>
    </div>
  )
}

/** What the tariff in force asks of a code, with a button that fills its units in. */
function TariffOf({ line, fill }: { line: GoodsLine; fill?: (units: Partial<GoodsLine>) => void }) {
  const { t } = useTranslation()
  const code = /^\d{10}$/.test(line.hs_code) ? line.hs_code : ''
  const { data, shownKey } = useFetched(code, (signal) =>
    code ? http.get('/admin/trade.Declaration/tariff', { code }, signal) : Promise.resolve(null),
  )
  if (!code || !data || shownKey !== code) return null
  if (!data.name) return <p className={classes.hint}>{t('trade.noTariff')}</p>
  const { unit_1, unit_2 } = data
  const differs = (unit_1 && unit_1 !== line.unit_1) || (unit_2 && unit_2 !== line.unit_2)
  return (
    <p className={classes.hint}>
      {data.name}
      {data.elements.length > 0 && ` · ${t('trade.elementsAre')} ${data.elements.join(' | ')}`}
      {fill && differs && (
        <Button type="text" size="mini" onClick={() => fill({ unit_1, unit_2 })}>
          {t('trade.fillUnits')}
        </Button>
      )}
    </p>
  )
}

/** The goods of a declaration, up to 50, in the customs' form. */
export default function LinesEditor({ value, onChange, label, disabled }: WidgetProps) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const context = Form.useFormContext() as {
    form?: { setFieldsValue: (values: Record<string, unknown>) => void }
  }
  const lines = linesOf(value)
  const change = (next: readonly GoodsLine[]): void => onChange?.(next.length > 0 ? sentLines(next) : '')
  const set = (at: number, name: Name, text: string): void =>
    change(lines.map((line, index) => (index === at ? { ...line, [name]: text } : line)))
  const tariff = resourceOf('trade.Tariff')
  const units = tariff ? (allFields(tariff).find(({ name }) => name === 'unit_1')?.options ?? []) : []
  const unitOptions = units.map((option) => ({ value: String(option.value), label: labelOf(option.label) }))
  const full = lines.length >= LINES_MAX
  return (
    <div className={classes.lines} role="group" aria-label={label}>
      {!disabled && (
        <FromOrder
          fill={(filled, head) => {
            change(filled)
            context.form?.setFieldsValue(Object.fromEntries(Object.entries(head).filter(([, text]) => text)))
          }}
        />
      )}
      {lines.map((line, at) => (
        <fieldset key={at} className={classes.line}>
          <legend>
            {t('trade.line', { number: at + 1 })}
            {!disabled && (
              <>
                <Button
                  type="text"
                  size="mini"
                  icon={<IconCopy />}
                  disabled={full}
                  aria-label={t('trade.copyLine', { number: at + 1 })}
                  onClick={() => change([...lines.slice(0, at + 1), line, ...lines.slice(at + 1)])}
                />
                <Button
                  type="text"
                  size="mini"
                  status="danger"
                  icon={<IconDelete />}
                  aria-label={t('trade.dropLine', { number: at + 1 })}
                  onClick={() => change(lines.filter((_, index) => index !== at))}
                />
              </>
            )}
          </legend>
          <TariffOf
            line={line}
            fill={
              disabled
                ? undefined
                : (units) => change(lines.map((one, index) => (index === at ? { ...one, ...units } : one)))
            }
          />
          <div className={classes.fields}>
            {FIELDS.map(([name, kind, most, wide]) => (
              <label key={name} className={wide ? classes.wide : undefined}>
                <span>{t(`trade.fields.${name}`)}</span>
                {kind === 'unit' ? (
                  <Select
                    allowClear
                    showSearch
                    disabled={disabled}
                    value={line[name] || undefined}
                    options={unitOptions}
                    aria-label={t('trade.fieldOf', { field: t(`trade.fields.${name}`), number: at + 1 })}
                    filterOption={(typed, option: { props?: { children?: unknown } }) =>
                      String(option.props?.children ?? '').includes(typed)
                    }
                    onChange={(code: string | undefined) => set(at, name, code ?? '')}
                  />
                ) : (
                  <Input
                    disabled={disabled}
                    value={line[name]}
                    maxLength={most}
                    inputMode={kind === 'figure' ? 'decimal' : undefined}
                    aria-label={t('trade.fieldOf', { field: t(`trade.fields.${name}`), number: at + 1 })}
                    placeholder={name === 'total' ? t('trade.totalHint') : undefined}
                    onChange={(text) => set(at, name, text)}
                  />
                )}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      {!disabled && (
        <Button
          type="dashed"
          icon={<IconPlus />}
          disabled={full}
          onClick={() =>
            change([
              ...lines,
              {
                ...EMPTY,
                currency: lines.at(-1)?.currency || 'USD',
                destination: lines.at(-1)?.destination ?? '',
              },
            ])
          }
        >
          {t(full ? 'trade.linesFull' : 'trade.addLine', { count: LINES_MAX })}
        </Button>
      )}
    </div>
  )
}
