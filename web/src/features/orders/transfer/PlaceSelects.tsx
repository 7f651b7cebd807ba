import { useTranslation } from 'react-i18next'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { HELD_PURPOSES, NOWHERE, type Place } from './goods'

interface Props {
  /** What the two fields are called beside "area" and "shelf". */
  label: string
  warehouse: number | null | undefined
  /** Only areas for damaged goods or goods to inspect. */
  held?: boolean
  value: Place
  placeholder: string
  error?: boolean
  change: (place: Place) => void
  /** Each of the two in its own frame. */
  frame: (field: 'area' | 'shelf', select: JSX.Element) => JSX.Element
}

/** Where goods are put: an area and a shelf in it. */
export function PlaceSelects({ label, warehouse, held, value, placeholder, error, change, frame }: Props) {
  const { t } = useTranslation()
  const here = { field: 'warehouses_id', val: warehouse ?? null, operator: 'eq' }
  const search = held ? [here, { field: 'purpose', val: HELD_PURPOSES, operator: 'IN' }] : [here]
  return (
    <>
      {frame(
        'area',
        <RemoteSelect
          url="/admin/warehouse.WarehouseArea"
          ariaLabel={label}
          params={{ search }}
          value={value.area}
          placeholder={placeholder}
          error={error}
          allowClear
          onChange={(area) => change({ ...NOWHERE, area })}
        />,
      )}
      {frame(
        'shelf',
        <RemoteSelect
          url="/admin/warehouse.WarehouseShelf"
          ariaLabel={`${label} ${t('orders.line.shelf')}`}
          disabled={value.area === null}
          params={{ search: [{ field: 'warehouses_areas_id', val: value.area, operator: 'eq' }] }}
          value={value.shelf}
          placeholder={t('common.optional')}
          allowClear
          onChange={(shelf) => change({ ...value, shelf })}
        />,
      )}
    </>
  )
}
