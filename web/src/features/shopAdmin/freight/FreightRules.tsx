import { Button, Input } from '@arco-design/web-react'
import { IconDelete, IconPlus } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import type { WidgetProps } from '@/resource/widgets/types'
import { parsed, written } from '../widgets/json'
import { AreaSelect } from './AreaSelect'
import classes from './freight.module.css'
import { unitOf } from './rulePlace'

const FIGURE = /^\d*\.?\d*$/

interface Row {
  area_ids: number[]
  [figure: string]: unknown
}

const FIGURES = {
  rules: ['first', 'freight', 'continue', 'continue_freight'],
  free_rules: ['num', 'amount'],
} as const

/** Rules of a freight template: areas with their figures. A rule without areas is for everywhere else. */
export default function FreightRules({ field, value, values, onChange, label, disabled }: WidgetProps) {
  const { t } = useTranslation()
  const rows = parsed<Row[]>(value, [])
  const free = field.name === 'free_rules'
  const figures = FIGURES[free ? 'free_rules' : 'rules']
  const unit = unitOf(values.method, t)
  const change = (next: Row[]): void => onChange?.(next.length > 0 ? written(next) : '')
  const set = (at: number, part: Record<string, unknown>): void =>
    change(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  const add = (): void => {
    const begun = Object.fromEntries(figures.map((figure) => [figure, '']))
    change([...rows, { area_ids: [], ...begun }])
  }
  return (
    <div className={classes.rules} role="group" aria-label={label}>
      {rows.map((row, index) => (
        <div key={index} className={classes.rule}>
          <div className={classes.areas}>
            <AreaSelect
              label={t('shopAdmin.freight.areasOf', { number: index + 1 })}
              placeholder={t(free ? 'shopAdmin.freight.anywhere' : 'shopAdmin.freight.elsewhere')}
              value={row.area_ids}
              disabled={disabled}
              onChange={(area_ids) => set(index, { area_ids })}
            />
          </div>
          {figures.map((figure) => (
            <label key={figure} className={classes.figure}>
              <span>{t(`shopAdmin.freight.${figure}`, { unit })}</span>
              <Input
                inputMode="decimal"
                value={String(row[figure] ?? '')}
                disabled={disabled}
                onChange={(next) => {
                  if (FIGURE.test(next.trim())) set(index, { [figure]: next.trim() })
                }}
              />
            </label>
          ))}
          <Button
            type="text"
            status="danger"
            disabled={disabled}
            icon={<IconDelete />}
            aria-label={t('shopAdmin.freight.remove', { number: index + 1 })}
            onClick={() => change(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {!disabled && (
        <Button type="dashed" icon={<IconPlus />} onClick={add}>
          {t('shopAdmin.freight.add')}
        </Button>
      )}
    </div>
  )
}

/** Areas that a template does not deliver to. */
export function NoAreas({ value, onChange, label, disabled }: WidgetProps) {
  const ids = parsed<number[]>(value, [])
  return (
    <AreaSelect
      label={label}
      value={ids}
      disabled={disabled}
      onChange={(next) => onChange?.(next.length > 0 ? written(next) : '')}
    />
  )
}
