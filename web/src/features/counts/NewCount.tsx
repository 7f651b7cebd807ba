import { Input, InputNumber, Modal, Switch } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'
import { useRandomId } from '@/shared/hooks/useRandomId'
import { WarehouseSelect } from '@/shared/ui/WarehouseSelect'
import { act, PAGE } from './api'
import { ChooseMany, type Chosen } from './ChooseMany'
import classes from './counts.module.css'
import { useFaults } from './useFaults'

interface Props {
  close: () => void
  made: (id: number) => void
}

/** On a phone the end of the dialog is out of sight. */
const intoView = (at: HTMLElement | null): void => at?.scrollIntoView?.({ block: 'nearest' })

/** What a new sheet covers. */
export function NewCount({ close, made }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const command_id = useRandomId()
  const [warehouse, setWarehouse] = useState<number | null>(null)
  const [areas, setAreas] = useState<Chosen[]>([])
  const [categories, setCategories] = useState<Chosen[]>([])
  const [products, setProducts] = useState<Chosen[]>([])
  const [days, setDays] = useState<number | undefined>()
  const [open, setOpen] = useState(false)
  const [remark, setRemark] = useState('')
  const { faults, setFaults, clear } = useFaults()
  /** What the sheet covers has changed. */
  const covers = (...fields: string[]): void => clear('covers', ...fields)
  const [busy, setBusy] = useState(false)

  const make = async (): Promise<void> => {
    if (warehouse === null) return setFaults({ warehouses_id: t('counts.chooseWarehouse') })
    setBusy(true)
    try {
      const sheet = await act('add', {
        warehouses_id: warehouse,
        area_ids: areas.map(({ id }) => id),
        category_ids: categories.map(({ id }) => id),
        product_ids: products.map(({ id }) => id),
        moved_days: days ?? null,
        open,
        remark: remark.trim(),
        command_id,
      })
      made(sheet.id)
      close()
    } catch (error) {
      // Says what to choose instead, so that it stays in sight.
      if (error instanceof ApiError && error.data.key === 'count.nothing_covered')
        return setFaults({ covers: error.message })
      if (error instanceof ApiError)
        setFaults(Object.fromEntries(error.errors.map(({ field, msg }) => [field, msg])))
      show(error)
    } finally {
      setBusy(false)
    }
  }
  const fault = (field: string) =>
    faults[field] && (
      <div className={classes.fault} role="alert">
        {faults[field]}
      </div>
    )

  return (
    <Modal
      visible
      title={t('counts.new')}
      onCancel={close}
      onOk={() => void make()}
      confirmLoading={busy}
      className={classes.modal}
    >
      <div className={classes.form}>
        <div>
          <span className={classes.label} data-required>
            {t('counts.warehouse')}
          </span>
          <WarehouseSelect
            usableFor={`${PAGE}/add`}
            ariaLabel={t('counts.warehouse')}
            value={warehouse}
            error={!!faults.warehouses_id}
            onChange={(id) => {
              setWarehouse(id)
              setAreas([])
              covers('warehouses_id', 'area_ids')
            }}
          />
          {fault('warehouses_id')}
        </div>
        <div>
          <ChooseMany
            url="/admin/warehouse.WarehouseArea"
            label={t('counts.areas')}
            value={areas}
            params={{ search: [{ field: 'warehouses_id', val: warehouse, operator: 'eq' }] }}
            disabled={warehouse === null}
            onChange={(chosen) => {
              setAreas(chosen)
              covers('area_ids')
            }}
          />
          {fault('area_ids')}
        </div>
        <div>
          <ChooseMany
            url="/admin/warehouse.ProductCategory"
            label={t('counts.categories')}
            value={categories}
            onChange={(chosen) => {
              setCategories(chosen)
              covers('category_ids')
            }}
          />
          {fault('category_ids')}
        </div>
        <div>
          <ChooseMany
            url="/admin/warehouse.Product"
            label={t('counts.products')}
            value={products}
            named={({ product_no, name }) => [product_no, name].filter(Boolean).join(' ')}
            onChange={(chosen) => {
              setProducts(chosen)
              covers('product_ids')
            }}
          />
          {fault('product_ids')}
        </div>
        <div>
          <span className={classes.label}>{t('counts.movedDays')}</span>
          <InputNumber
            aria-label={t('counts.movedDays')}
            value={days}
            min={1}
            max={366}
            precision={0}
            placeholder={t('common.optional')}
            onChange={(value: number | undefined) => {
              setDays(value)
              covers('moved_days')
            }}
          />
          {fault('moved_days')}
        </div>
        <div>
          <span className={classes.label}>{t('counts.openSheet')}</span>
          <Switch checked={open} onChange={setOpen} aria-label={t('counts.openSheet')} />
          <p className={classes.hint}>{t(open ? 'counts.openHint' : 'counts.blindHint')}</p>
        </div>
        <div className={classes.wide}>
          <span className={classes.label}>{t('counts.remarkLabel')}</span>
          <Input
            aria-label={t('counts.remarkLabel')}
            value={remark}
            maxLength={500}
            placeholder={t('common.optional')}
            onChange={setRemark}
          />
        </div>
        {faults.covers && (
          <div className={classes.wide} ref={intoView}>
            {fault('covers')}
          </div>
        )}
      </div>
    </Modal>
  )
}
