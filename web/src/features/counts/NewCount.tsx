import { InputNumber, Switch } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { ApiError } from '@/shared/http'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { Fault } from '@/shared/ui/action/Fault'
import { act, PAGE } from './api'
import { ChooseMany, type Chosen } from './ChooseMany'
import classes from './counts.module.css'

interface Props {
  close: () => void
  made: (id: number) => void
}

/** What a sheet may be limited to. */
const LIMITS = [
  {
    name: 'area_ids',
    label: 'counts.areas',
    url: '/admin/warehouse.WarehouseArea',
    within: 'warehouses_id',
  },
  {
    name: 'category_ids',
    label: 'counts.categories',
    url: '/admin/warehouse.ProductCategory',
    within: undefined,
  },
  { name: 'product_ids', label: 'counts.products', url: '/admin/warehouse.Product', within: undefined },
] as const

/** On a phone the end of the dialog is out of sight. */
const intoView = (at: HTMLElement | null): void => at?.scrollIntoView?.({ block: 'nearest' })

const NONE: readonly Chosen[] = []
const idsOf = (chosen: readonly Chosen[]): number[] => chosen.map(({ id }) => id)

/** What a new sheet covers. */
export function NewCount({ close, made }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  // Says what to choose instead, so that it stays in sight.
  const [nothing, setNothing] = useState('')
  return (
    <ActionDialog
      title={t('counts.new')}
      className={classes.modal}
      initial={{
        warehouses_id: null as number | null,
        area_ids: NONE,
        category_ids: NONE,
        product_ids: NONE,
        moved_days: null as number | null,
        open: false,
        remark: '',
      }}
      fields={(draft, set) => [
        {
          name: 'warehouses_id',
          kind: 'warehouse',
          half: true,
          label: t('counts.warehouse'),
          needed: t('counts.chooseWarehouse'),
          usableFor: `${PAGE}/add`,
          resets: { area_ids: [] },
        },
        ...LIMITS.map(({ name, label, url, within }) => ({
          name,
          kind: 'own' as const,
          half: true,
          input: (
            <ChooseMany
              url={url}
              label={t(label)}
              value={draft[name]}
              named={({ product_no, name }) => [product_no, name].filter(Boolean).join(' ')}
              params={within && { search: [{ field: within, val: draft[within], operator: 'eq' }] }}
              disabled={within && draft[within] === null}
              onChange={(chosen) => set({ [name]: chosen })}
            />
          ),
        })),
        {
          name: 'moved_days',
          kind: 'own',
          half: true,
          label: t('counts.movedDays'),
          input: (
            <InputNumber
              aria-label={t('counts.movedDays')}
              value={draft.moved_days ?? undefined}
              min={1}
              max={366}
              precision={0}
              placeholder={t('common.optional')}
              onChange={(days: number | undefined) => set({ moved_days: days ?? null })}
            />
          ),
        },
        {
          name: 'open',
          kind: 'own',
          half: true,
          label: t('counts.openSheet'),
          hint: t(draft.open ? 'counts.openHint' : 'counts.blindHint'),
          input: (
            <Switch
              checked={draft.open}
              onChange={(open) => set({ open })}
              aria-label={t('counts.openSheet')}
            />
          ),
        },
        {
          name: 'remark',
          kind: 'text',
          label: t('counts.remarkLabel'),
          placeholder: t('common.optional'),
          most: 500,
        },
        nothing !== '' && (
          <div key="nothing" ref={intoView}>
            <Fault text={nothing} />
          </div>
        ),
      ]}
      changed={(change) => {
        if (!('remark' in change || 'open' in change)) setNothing('')
      }}
      close={close}
      send={({ area_ids, category_ids, product_ids, remark, warehouses_id, ...draft }, command_id) =>
        act('add', {
          ...draft,
          warehouses_id: warehouses_id ?? 0,
          area_ids: idsOf(area_ids),
          category_ids: idsOf(category_ids),
          product_ids: idsOf(product_ids),
          remark: remark.trim(),
          command_id,
        })
      }
      done={({ id }) => {
        made(id)
        close()
      }}
      refused={(error) => {
        if (error instanceof ApiError && error.data.key === 'count.nothing_covered') setNothing(error.message)
        else show(error)
      }}
    />
  )
}
