import { Button } from '@arco-design/web-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import type { ResourceRow } from '@/resource/schema/types'
import { prefetchListing } from '@/resource/useListing'
import { usePermission } from '@/shared/hooks/usePermission'
import Files from '@/resource/widgets/Files'
import type { WidgetProps } from '@/resource/widgets/types'
import { fullUrl } from '@/shared/upload/address'
import FreightRules, { NoAreas } from './freight/FreightRules'
import { placeInRules, rulesFault } from './freight/rulePlace'
import { useCalculator } from './freight/useCalculator'
import { withSkus } from './goods/held'
import classes from './goods/goods.module.css'
import { OfferPlaces } from './goods/OfferPlaces'
import { missingParam } from './goods/params'
import ParamsEditor from './goods/ParamsEditor'
import { placeInSkus, specFault } from './goods/place'
import SpecEditor from './goods/SpecEditor'
import SpecTemplateEditor from './goods/SpecTemplateEditor'
import SpecTypeChoice from './goods/SpecTypeChoice'
import { StockOf } from './goods/StockOf'
import { neededOfCoupon, ofCoupon } from './marketing/ofCoupon'
import { useCoupons, useRecharges } from './marketing/useMarketing'
import { LinkValue, ScopeIds } from './widgets/Chosen'
import { groups, params } from './widgets/described'

export const prefetch = prefetchListing

/** Most pictures of goods. */
const PICTURES = 9

function Pictures(props: WidgetProps) {
  return <Files {...props} most={PICTURES} />
}

const OWN: Readonly<Record<string, Custom>> = {
  'shop/goods/paramstemplate': { widgets: { params: ParamsEditor }, cells: { params }, wideForm: true },
  'shop/goods/spectemplate': {
    widgets: { spec: SpecTemplateEditor },
    cells: { spec: (row) => groups(row.spec) },
    wideForm: true,
  },
  // Most have no title of their own: their goods name them.
  'shop/advert/hotrecommend': { titleField: 'goods_id' },
  'shop/advert/banner': {
    widgets: { link_value: LinkValue },
    asks: (field, values) => field.name !== 'link_value' || [1, 2, 4].includes(Number(values.link_type)),
    needs: ({ name }) => name === 'link_value',
  },
}

function useGoods(open: (row: ResourceRow) => void): Custom {
  const { t } = useTranslation()
  // The places are told with the SKUs, which only those who edit goods may read.
  const seesPlaces = usePermission('shop/goods/goods')('edit')
  return useMemo<Custom>(
    () => ({
      titleField: 'name',
      topics: ['inventory'],
      filters: [{ kind: 'flag', field: 'few', label: t('shopDesk.few') }],
      formWidth: 1120,
      standsIn: { skus: 'spec_attrs' },
      placeOf: (path, values) => placeInSkus(path, values.spec_attrs, t),
      widgets: {
        images: Pictures,
        spec_type: SpecTypeChoice,
        spec_attrs: SpecEditor,
        params: ParamsEditor,
      },
      needs: ({ name }) => name === 'spec_attrs',
      // Templates are copied by the editors themselves.
      asks: (field, values) =>
        field.name !== 'params_template_id' &&
        (field.name !== 'delivery_template_id' || Number(values.delivery_type) !== 2),
      outgoing: (body, row) => withSkus(body, row),
      check: (field, value, values) => {
        const missing = field.name === 'params' ? missingParam(value) : undefined
        if (missing) return t('shopAdmin.params.missing', { name: missing })
        return field.name === 'spec_attrs'
          ? specFault(value, Number(values.spec_type), Number(values.delivery_type) === 2, t)
          : undefined
      },
      cells: {
        images: (row) => {
          const first = (row.images as string[] | undefined)?.[0]
          return first ? <img className={classes.picture} src={fullUrl(first)} alt="" loading="lazy" /> : '–'
        },
        params,
        spec_attrs: (row) => groups(row.spec_attrs),
        stock: (row) => {
          const stock = <StockOf row={row} />
          return seesPlaces ? (
            <Button
              type="text"
              size="mini"
              className={classes.stock}
              title={t('shopAdmin.goods.offer', { name: String(row.name) })}
              onClick={(event) => {
                event.stopPropagation()
                open(row)
              }}
            >
              {stock}
            </Button>
          ) : (
            stock
          )
        },
      },
    }),
    [open, seesPlaces, t],
  )
}

function GoodsPage({ name }: { name: string }) {
  const [row, setRow] = useState<ResourceRow | null>(null)
  const custom = useGoods(setRow)
  return (
    <>
      <ResourcePage name={name} custom={custom} />
      {row && <OfferPlaces row={row} close={() => setRow(null)} />}
    </>
  )
}

const COUPON: Custom = {
  widgets: { scope_ids: ScopeIds },
  asks: ofCoupon,
  needs: neededOfCoupon,
  wideForm: true,
}

function CouponPage({ name }: { name: string }) {
  const { custom, dialogs } = useCoupons(COUPON)
  return (
    <>
      <ResourcePage name={name} custom={custom} />
      {dialogs}
    </>
  )
}

function FreightPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const own = useMemo<Custom>(
    () => ({
      widgets: { rules: FreightRules, free_rules: FreightRules, no_area_ids: NoAreas },
      wideForm: true,
      placeOf: (path, values) => placeInRules(path, values.method, t),
      needs: ({ name }) => name === 'rules',
      check: ({ name }, value, values) => rulesFault(name, value, values.method, t),
    }),
    [t],
  )
  const { custom, dialogs } = useCalculator(own)
  return (
    <>
      <ResourcePage name={name} custom={custom} />
      {dialogs}
    </>
  )
}

function RechargePage({ name }: { name: string }) {
  const { custom, dialogs } = useRecharges()
  return (
    <>
      <ResourcePage name={name} custom={custom} />
      {dialogs}
    </>
  )
}

/** Pages of the shop's rows whose forms a declaration can't draw. */
export default function ShopRowsPage({ name }: { name: string }) {
  const page = name.replaceAll('.', '/').toLowerCase()
  if (page === 'shop/goods/goods') return <GoodsPage name={name} />
  if (page === 'shop/marketing/coupon') return <CouponPage name={name} />
  if (page === 'shop/delivery/template') return <FreightPage name={name} />
  if (page === 'shop/marketing/rechargeorder') return <RechargePage name={name} />
  return <ResourcePage name={name} custom={OWN[page]} />
}
