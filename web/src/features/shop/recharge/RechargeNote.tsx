import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { loadRecharges } from './calls'
import classes from './recharge.module.css'

/** How the shop wants recharges to be paid, in its own words; nothing where it has written none. */
export function RechargeNote({ text }: { text: string }) {
  const { t } = useTranslation()
  if (!text) return null
  return (
    <section className={classes.note} aria-label={t('shopPay.rechargeNote')}>
      <h2>{t('shopPay.rechargeNote')}</h2>
      <p>{text}</p>
    </section>
  )
}

/** The same on a page that does not know the note. */
export function FetchedRechargeNote() {
  const { data } = useFetched('recharge note', loadRecharges)
  return data && <RechargeNote text={data.note} />
}
