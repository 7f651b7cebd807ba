import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/http/error'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Empty, Failed } from '../Failed'
import shop from '../shop.module.css'

/** Why an order can't be shown. Trying again helps nobody where it is not there, or is somebody else's. */
export function OrderFailed({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation()
  if (!(error instanceof ApiError) || error.data.key !== 'error.not_found')
    return <Failed error={error} retry={retry} />
  return (
    <Empty title={t('shopOrder.missing')} text={t('shopOrder.missingText')}>
      <RouteLink to="/user/shop/orders" className={shop.plain}>
        {t('shopOrder.mine')}
      </RouteLink>
    </Empty>
  )
}
