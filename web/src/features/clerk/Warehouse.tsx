import { Button } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { http } from '@/shared/http'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import classes from './clerk.module.css'
import { useRemembered } from './useRemembered'

export interface ChosenWarehouse {
  id: number
  name: string
}

const KEY = 'clerkWarehouse'

function kept(): ChosenWarehouse | null {
  try {
    const value = JSON.parse(localStorage.getItem(KEY) ?? 'null') as ChosenWarehouse | null
    return value && Number.isFinite(value.id) && typeof value.name === 'string' ? value : null
  } catch {
    return null
  }
}

/** The warehouse that this phone is in; it outlives a reload of the page. */
export function useChosenWarehouse(): [ChosenWarehouse | null, (warehouse: ChosenWarehouse | null) => void] {
  const [warehouse, setWarehouse] = useState(kept)
  const set = (next: ChosenWarehouse | null): void => {
    setWarehouse(next)
    try {
      localStorage.setItem(KEY, JSON.stringify(next))
    } catch {
      // Storage is full or forbidden: it lasts as long as the page.
    }
  }
  return [warehouse, set]
}

/** Lets the clerk choose a warehouse in which they may move goods. A single warehouse is chosen by itself. */
export function WarehouseChoice({ choose }: { choose: (warehouse: ChosenWarehouse) => void }) {
  const { t } = useTranslation()
  const fetched = useRemembered('clerk warehouses', (signal) =>
    http.get(
      '/admin/warehouse.Warehouse/index',
      { select: true, limit: 200, usable_for: 'warehouse/inventory/move' },
      signal,
    ),
  )
  const houses = fetched.data?.list ?? []
  const only = houses.length === 1 ? houses[0] : undefined
  useEffect(() => {
    if (only) choose({ id: only.id, name: only.name })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once it is known
  }, [only])
  if (fetched.error && !fetched.data) return <Problem error={fetched.error} retry={fetched.reload} />
  if (!fetched.data) return <Waiting rows={4} />
  if (houses.length === 0) return <Nothing text={t('clerk.noWarehouses')} />
  return (
    <nav className={classes.tasks} aria-label={t('clerk.chooseWarehouse')}>
      <span>{t('clerk.chooseWarehouse')}</span>
      {houses.map(({ id, name }) => (
        <Button key={id} long className={classes.task} onClick={() => choose({ id, name })}>
          {name}
        </Button>
      ))}
    </nav>
  )
}
