import { useTranslation } from 'react-i18next'
import { GoodsStrip } from './GoodsStrip'
import { seenGoods } from './kept'

/** Goods that were seen in this browser, the last first. */
export default function RecentlySeen({ but = 0 }: { but?: number }) {
  const { t } = useTranslation()
  return <GoodsStrip title={t('shopMore.seen')} list={seenGoods().filter(({ id }) => id !== but)} />
}
