import { Modal } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import type { ResourceRow } from '@/resource/schema/types'
// eslint-disable-next-line no-restricted-imports -- the document does not describe the offers of goods
import { client, http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import { ADMIN_BASE } from '@/shared/base'
import { RouteLink } from '@/shared/ui/RouteLink'
import classes from './goods.module.css'

interface Place {
  warehouses_id: number
  pieces: number
}

interface Offered {
  id: number
  sku_text: string
  sku_code: string
  stock: number
  product_id: number | null
  product: { product_no?: string } | null
  places: Place[]
}

/** Where the offered stock of goods lies: by SKU and warehouse, from the ledger. */
export function OfferPlaces({ row, close }: { row: ResourceRow; close: () => void }) {
  const { t } = useTranslation()
  const fetched = useFetched(`offer ${row.id}`, async (signal) => {
    const [{ row: whole }, { list }] = await Promise.all([
      client.get<{ row: { skus: Offered[] } }>('/admin/shop.goods.Goods/edit', { id: row.id }, signal),
      http
        .get('/admin/warehouse.Warehouse/index', { select: true, limit: 500 }, signal)
        .catch(() => ({ list: [] })),
    ])
    return { skus: whole.skus, names: new Map(list.map(({ id, name }) => [id, name])) }
  })
  const { data } = fetched
  return (
    <Modal
      visible
      title={t('shopAdmin.goods.offer', { name: String(row.name) })}
      footer={null}
      onCancel={close}
    >
      {fetched.error && !data ? (
        <Problem error={fetched.error} retry={fetched.reload} />
      ) : !data ? (
        <Waiting />
      ) : data.skus.length === 0 ? (
        <Nothing text={t('shopAdmin.goods.noSkus')} />
      ) : (
        <table className={classes.places}>
          <thead>
            <tr>
              <th scope="col">{t('shopAdmin.sku.name')}</th>
              <th scope="col">{t('shopAdmin.sku.product')}</th>
              <th scope="col">{t('shopAdmin.goods.places')}</th>
              <th scope="col">{t('shopAdmin.sku.stock')}</th>
            </tr>
          </thead>
          <tbody>
            {data.skus.map((sku) => (
              <tr key={sku.id}>
                <th scope="row">{sku.sku_text || sku.sku_code}</th>
                <td>
                  {sku.product_id && sku.product?.product_no ? (
                    <RouteLink
                      to={`${ADMIN_BASE}/warehouse/inventory?product.product_no=${encodeURIComponent(sku.product.product_no)}`}
                    >
                      {sku.product.product_no}
                    </RouteLink>
                  ) : (
                    '–'
                  )}
                </td>
                <td>
                  {sku.places
                    .map(
                      ({ warehouses_id, pieces }) =>
                        `${data.names.get(warehouses_id) ?? `#${warehouses_id}`}: ${pieces}`,
                    )
                    .join(', ') || '–'}
                </td>
                <td className={classes.offer}>{sku.stock}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Modal>
  )
}
