import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { getTogether } from './calls'
import { GoodsStrip } from './GoodsStrip'

/** What goes well with goods. Errors are ignored: the page says all of its goods without it. */
export default function GoesWell({ goods }: { goods: number }) {
  const { t } = useTranslation()
  const key = String(goods)
  const { data, shownKey } = useFetched(key, (signal) => getTogether(key, signal))
  return <GoodsStrip title={t('shopMore.together')} list={shownKey === key ? (data?.list ?? []) : []} />
}
