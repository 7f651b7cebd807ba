import { Button, Input } from '@arco-design/web-react'
import { IconMinus, IconPlus } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { decimal, isQuantity } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import classes from './clerk.module.css'

interface Props {
  /** Whose quantity it is, as it is read aloud. */
  name: string
  value: string
  /** What there is of it, with the words before it; a press takes all of it. */
  most?: { words: string; quantity: string }
  unit?: string
  decimals?: number
  warns?: boolean
  /** It was just added: its field has the focus. */
  focused?: boolean
  change: (quantity: string) => void
}

/** Whether a quantity is none of a unit with so many decimals. */
export const isWrong = (text: string, decimals?: number): boolean =>
  text !== '' && !isQuantity(text, decimals)

/** A quantity with large buttons around it. */
export function Amount({
  name,
  value: text,
  most,
  unit,
  decimals,
  warns = false,
  focused = false,
  change,
}: Props) {
  const { t } = useTranslation()
  const value = decimal(text) ?? decimal('0')!
  const wrong = isWrong(text, decimals)
  return (
    <>
      <div className={classes.amount}>
        <Button
          size="large"
          icon={<IconMinus />}
          aria-label={t('clerk.less', { name })}
          disabled={value.lte(0)}
          onClick={() => change(value.minus(1).lt(0) ? '0' : value.minus(1).toString())}
        />
        <Input
          size="large"
          inputMode="decimal"
          autoFocus={focused}
          aria-label={t('clerk.counted', { name })}
          status={wrong ? 'error' : warns ? 'warning' : undefined}
          value={text}
          placeholder="0"
          suffix={most ? undefined : unit}
          onChange={change}
        />
        <Button
          size="large"
          icon={<IconPlus />}
          aria-label={t('clerk.more', { name })}
          onClick={() => change(value.plus(1).toString())}
        />
        {most && (
          <>
            <span className={classes.open}>
              {most.words} <Numeral value={most.quantity} unit={unit} />
            </span>
            <Button
              size="large"
              className={classes.all}
              onClick={() => change(most.quantity)}
              disabled={decimal(most.quantity)?.lte(0)}
            >
              {t('clerk.allOpen')}
            </Button>
          </>
        )}
      </div>
      {wrong && <span className={classes.warning}>{t('clerk.wrong')}</span>}
    </>
  )
}
