import { Button, Input, Switch } from '@arco-design/web-react'
import { IconMore } from '@arco-design/web-react/icon'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedProduct } from '@/shared/scan/findProduct'
import { RemoteSelect, type Choice } from '@/shared/ui/RemoteSelect'
import classes from './goods.module.css'
import { ImagePick } from './ImagePick'
import { proposedRatio } from './ratio'
import { SkuMore } from './SkuMore'
import { FIGURE, keyOf, skuText, type Sku, type SpecGroup } from './spec'

/** Rows that are drawn at first, and with every further press. */
const SOME = 40

interface RowProps {
  sku: Sku
  name: string
  /** What the goods are called. */
  goods: string
  isVirtual: boolean
  disabled?: boolean
  change: (sku: Sku) => void
}

/** What a SKU takes over from the product that was chosen, and how many base units a piece then has. */
export function chosenProduct(row: Choice | null, called: string): Pick<Sku, 'product' | 'ratio'> {
  if (!row) return { product: null, ratio: '1' }
  const { product_no, name, unit, units } = row as Choice & Partial<ListedProduct>
  const packs = units ?? []
  return {
    product: { product_no: String(product_no), name: String(name), unit: unit?.name ?? null, units: packs },
    ratio: proposedRatio(packs, called),
  }
}

/** The units of the product beside its own: a press makes a piece one of them. */
function UnitHints({ sku, change }: { sku: Sku; change: (sku: Sku) => void }) {
  const others = (sku.product?.units ?? []).filter(({ factor }) => factor !== sku.ratio)
  return others.map(({ name, factor }) => (
    <Button key={name} size="mini" type="text" onClick={() => change({ ...sku, ratio: factor })}>
      {name} = {factor}
    </Button>
  ))
}

const SkuRow = memo(function SkuRow({ sku, name, goods, isVirtual, disabled, change }: RowProps) {
  const { t } = useTranslation()
  const [more, setMore] = useState(false)
  const figure = (field: 'price' | 'origin_price' | 'weight' | 'volume' | 'stock') => {
    const label = t(`shopAdmin.sku.${field}`)
    return (
      <td data-label={label}>
        <Input
          inputMode="decimal"
          aria-label={`${name} ${label}`}
          value={sku[field]}
          disabled={disabled}
          onChange={(next) => {
            if (FIGURE.test(next.trim())) change({ ...sku, [field]: next.trim() })
          }}
        />
      </td>
    )
  }
  const { product } = sku
  return (
    <tr>
      <th scope="row">
        <span className={classes.skuName}>
          <ImagePick
            label={t('shopAdmin.spec.imageOf', { name })}
            value={sku.image}
            disabled={disabled}
            onChange={(image) => change({ ...sku, image })}
          />
          {name}
        </span>
      </th>
      {figure('price')}
      {figure('origin_price')}
      {isVirtual ? (
        figure('stock')
      ) : (
        <>
          <td data-label={t('shopAdmin.sku.product')} className={classes.wideCell}>
            <RemoteSelect
              url="/admin/warehouse.Product"
              ariaLabel={`${name} ${t('shopAdmin.sku.product')}`}
              label={(row) => `${String(row.product_no)} ${String(row.name)}`}
              value={sku.product_id}
              known={product ? `${product.product_no ?? ''} ${product.name ?? ''}` : undefined}
              disabled={disabled}
              allowClear
              onChange={(product_id, row) =>
                change({ ...sku, product_id, ...chosenProduct(row, `${goods} ${name}`) })
              }
            />
          </td>
          <td data-label={t('shopAdmin.sku.ratio')}>
            <Input
              inputMode="decimal"
              aria-label={`${name} ${t('shopAdmin.sku.ratio')}`}
              value={sku.ratio}
              suffix={product?.unit || undefined}
              disabled={disabled}
              onChange={(next) => {
                if (FIGURE.test(next.trim())) change({ ...sku, ratio: next.trim() })
              }}
            />
            {!disabled && <UnitHints sku={sku} change={change} />}
          </td>
          {figure('weight')}
          {figure('volume')}
          <td data-label={t('shopAdmin.sku.stock')} className={classes.offer}>
            {sku.id ? sku.stock : '–'}
          </td>
        </>
      )}
      <td data-label={t('shopAdmin.sku.code')}>
        <Input
          aria-label={`${name} ${t('shopAdmin.sku.code')}`}
          value={sku.sku_code}
          disabled={disabled}
          maxLength={64}
          onChange={(sku_code) => change({ ...sku, sku_code })}
        />
      </td>
      <td data-label={t('shopAdmin.sku.status')}>
        <Switch
          size="small"
          aria-label={`${name} ${t('shopAdmin.sku.status')}`}
          checked={sku.status === 1}
          disabled={disabled}
          onChange={(on) => change({ ...sku, status: on ? 1 : 0 })}
        />
        {!isVirtual && (
          <Button
            type="text"
            icon={<IconMore />}
            aria-label={t('shopAdmin.sku.moreOf', { name })}
            title={t('shopAdmin.sku.more')}
            onClick={() => setMore(true)}
          />
        )}
        {more && (
          <SkuMore sku={sku} name={name} disabled={disabled} change={change} close={() => setMore(false)} />
        )}
      </td>
    </tr>
  )
})

interface Props {
  groups: readonly SpecGroup[]
  skus: readonly Sku[]
  /** What the goods are called. */
  goods: string
  isVirtual: boolean
  disabled?: boolean
  change: (sku: Sku) => void
}

/** The matrix: a row for every SKU, cards on a phone. */
export function SkuRows({ groups, skus, goods, isVirtual, disabled, change }: Props) {
  const { t } = useTranslation()
  const [count, setCount] = useState(SOME)
  const heads = isVirtual
    ? ['price', 'origin_price', 'stock', 'code', 'status']
    : ['price', 'origin_price', 'product', 'ratio', 'weight', 'volume', 'stock', 'code', 'status']
  return (
    <div className={classes.matrix}>
      <table className={classes.skus}>
        <thead>
          <tr>
            <th scope="col">{t('shopAdmin.sku.name')}</th>
            {heads.map((head) => (
              <th key={head} scope="col">
                {t(`shopAdmin.sku.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {skus.slice(0, count).map((sku) => (
            <SkuRow
              key={keyOf(sku.attrs)}
              sku={sku}
              goods={goods}
              name={skuText(groups, sku.attrs) || t('shopAdmin.sku.single')}
              isVirtual={isVirtual}
              disabled={disabled}
              change={change}
            />
          ))}
        </tbody>
      </table>
      {skus.length > count && (
        <Button long type="text" onClick={() => setCount(count + SOME)}>
          {t('shopAdmin.sku.showMore', { count: skus.length - count })}
        </Button>
      )}
    </div>
  )
}
