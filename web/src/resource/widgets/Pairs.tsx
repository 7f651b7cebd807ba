import { Button, Input } from '@arco-design/web-react'
import { IconDelete, IconPlus } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import type { WidgetProps } from './types'
import classes from './widgets.module.css'

interface Pair {
  key: string
  value: string
}

/** Keys with their values. */
export default function Pairs({ value, onChange, label, disabled }: WidgetProps) {
  const { t } = useTranslation()
  const pairs = (Array.isArray(value) ? value : []) as Pair[]
  const set = (at: number, part: Partial<Pair>): void =>
    onChange?.(pairs.map((pair, index) => (index === at ? { ...pair, ...part } : pair)))
  return (
    <div className={classes.pairs} role="group" aria-label={label}>
      {pairs.map((pair, index) => (
        <div key={index} className={classes.pair}>
          <Input
            aria-label={t('widgets.keyOf', { number: index + 1 })}
            placeholder={t('widgets.key')}
            disabled={disabled}
            value={String(pair.key ?? '')}
            onChange={(key) => set(index, { key })}
          />
          <Input
            aria-label={t('widgets.valueOf', { number: index + 1 })}
            placeholder={t('widgets.value')}
            disabled={disabled}
            value={String(pair.value ?? '')}
            onChange={(next) => set(index, { value: next })}
          />
          <Button
            type="text"
            status="danger"
            disabled={disabled}
            icon={<IconDelete />}
            aria-label={t('widgets.removePair', { number: index + 1 })}
            onClick={() => onChange?.(pairs.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        long
        disabled={disabled}
        icon={<IconPlus />}
        onClick={() => onChange?.([...pairs, { key: '', value: '' }])}
      >
        {t('widgets.addPair')}
      </Button>
    </div>
  )
}
