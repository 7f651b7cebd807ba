import { useTranslation } from 'react-i18next'
import type { FoundProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { isBlank, isWrong, NO_PARTS, sentParts, withScan, type Parts } from '@/shared/units/parts'
import { countedIn } from '@/shared/units/units'
import { act, type CountSheet } from './api'
import { CountEntry } from './CountEntry'
import classes from './counts.module.css'
import { ScannedProduct } from './ScannedProduct'

interface Props {
  sheet: CountSheet
  close: () => void
  saved: () => void
}

interface Draft {
  product: FoundProduct | null
  warehouses_areas_id: number | null
  warehouses_shelves_id: number | null
  batch_number: string
  produce_date: string | null
  expiry_date: string | null
  counted: Parts
}

/** What is kept when another product is chosen: its own unit may be counted in, its others are its own. */
const withProduct = (product: FoundProduct | null, old: Draft): Partial<Draft> => ({
  product,
  counted:
    product?.id === old.product?.id ? old.counted : old.counted.filter(({ unit_id }) => unit_id === null),
})

const scanned = (product: FoundProduct, scan: Scan, old: Draft): Partial<Draft> => ({
  product,
  counted: withScan(product.id === old.product?.id ? old.counted : NO_PARTS, scan, countedIn(product)),
  batch_number: scan.batch ?? old.batch_number,
  produce_date: scan.produced ?? old.produce_date,
  expiry_date: scan.expires ?? old.expiry_date,
})

const within = (field: string, val: number | null) => ({ search: [{ field, val, operator: 'eq' }] })

/** Goods at a place that has no line. */
export function FoundGoods({ sheet, close, saved }: Props) {
  const { t } = useTranslation()
  // A sheet of one area: there they lie, if nothing else is said.
  const only = sheet.covers.area_ids.length === 1 ? sheet.covers.area_ids[0]! : null
  const initial: Draft = {
    product: null,
    warehouses_areas_id: only,
    warehouses_shelves_id: null,
    batch_number: '',
    produce_date: null,
    expiry_date: null,
    counted: NO_PARTS,
  }
  const placeholder = t('common.optional')
  return (
    <ActionDialog
      title={t('counts.foundGoods')}
      className={classes.modal}
      initial={initial}
      fields={(draft, set) => [
        {
          name: 'product',
          kind: 'own',
          alias: /^product_id$/,
          label: t('counts.product'),
          needed: t('counts.chooseProduct'),
          input: ({ id, wrong }) => (
            <ScannedProduct
              {...{ id, wrong }}
              product={draft.product}
              choose={(product) => set(withProduct(product, draft))}
              scanned={(product, scan) => set(scanned(product, scan, draft))}
            />
          ),
        },
        {
          name: 'warehouses_areas_id',
          kind: 'row',
          half: true,
          label: t('counts.area'),
          url: '/admin/warehouse.WarehouseArea',
          known:
            draft.warehouses_areas_id !== null && draft.warehouses_areas_id === only
              ? sheet.limit_names.areas[0]
              : undefined,
          params: within('warehouses_id', sheet.warehouses_id),
          allowClear: true,
          resets: { warehouses_shelves_id: null },
        },
        {
          name: 'warehouses_shelves_id',
          kind: 'row',
          half: true,
          label: t('counts.shelf'),
          url: '/admin/warehouse.WarehouseShelf',
          params: within('warehouses_areas_id', draft.warehouses_areas_id),
          disabled: draft.warehouses_areas_id === null,
          allowClear: true,
        },
        { name: 'batch_number', kind: 'text', half: true, label: t('counts.batch'), placeholder, most: 64 },
        // One of the days may be wrong because of the other.
        {
          name: 'produce_date',
          kind: 'day',
          half: true,
          label: t('counts.produced'),
          placeholder,
          also: ['expiry_date'],
        },
        {
          name: 'expiry_date',
          kind: 'day',
          half: true,
          label: t('counts.expiry'),
          placeholder,
          also: ['produce_date'],
        },
        {
          name: 'counted',
          kind: 'own',
          alias: /^(quantity$|parts)/,
          half: true,
          label: t('counts.counted'),
          required: true,
          rule: isBlank(draft.counted) && t('counts.enterQuantity'),
          faulty: isWrong(draft.counted, countedIn(draft.product)),
          input: ({ send }) => (
            <CountEntry
              label={t('counts.counted')}
              product={countedIn(draft.product)}
              parts={draft.counted}
              change={(counted) => set({ counted })}
              enter={send}
            />
          ),
        },
      ]}
      close={close}
      send={({ product, batch_number, counted, ...draft }, command_id) =>
        act('count', {
          id: sheet.id,
          product_id: product?.id ?? 0,
          ...draft,
          batch_number: batch_number.trim() || null,
          ...sentParts(counted),
          command_id,
        })
      }
      done={() => {
        saved()
        close()
      }}
    />
  )
}
