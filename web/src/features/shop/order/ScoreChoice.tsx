import { useTranslation } from 'react-i18next'
import { Quantity } from '../Quantity'
import classes from './checkout.module.css'
import common from './order.module.css'

interface Props {
  /** Most that the order takes. */
  max: number
  /** What all of it pays, where that is known. */
  worth: string
  /** 0: none. */
  chosen: number
  choose: (score: number) => void
}

/** Whether points pay a part, and how many of them: as many as the order takes, unless fewer are chosen. */
export function ScoreChoice({ max, worth, chosen, choose }: Props) {
  const { t } = useTranslation()
  const label = t('shopOrder.scoreWanted')
  return (
    <section className={common.part}>
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={chosen > 0}
          onChange={(event) => choose(event.target.checked ? max : 0)}
        />
        {t('shopOrder.useScore', { count: max })}
        {worth && <small>{t('shopOrder.scoreWorth', { amount: t('shop.money', { amount: worth }) })}</small>}
      </label>
      {chosen > 0 && (
        <div className={classes.score}>
          <span aria-hidden="true">{label}</span>
          <Quantity value={Math.min(chosen, max)} max={max} label={label} change={choose} />
        </div>
      )}
    </section>
  )
}
