import { useTranslation } from 'react-i18next'
import { fetchAddresses } from '@/shared/address/addresses'
import { AddressText } from '@/shared/address/AddressText'
import { useFetched } from '@/shared/hooks/useFetched'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Failed } from '../Failed'
import shop from '../shop.module.css'
import { Dialog } from './Confirm'
import classes from './dialog.module.css'

/** Another of one's addresses for an order. */
export default function AddressChoice({
  close,
  chosen,
}: {
  close: () => void
  chosen: (id: number) => Promise<void>
}) {
  const { t } = useTranslation()
  const { data, error, reload } = useFetched('addresses', fetchAddresses)
  const { busy, submit } = useSubmit(() => undefined)
  return (
    <Dialog title={t('shopOrder.act.edit')} close={close}>
      {error && !data ? (
        <Failed error={error} retry={reload} />
      ) : !data ? (
        <p role="status">{t('site.loading')}</p>
      ) : data.list.length === 0 ? (
        <p>{t('shopOrder.noAddress')}</p>
      ) : (
        <ul className={classes.choices}>
          {data.list.map((address) => (
            <li key={address.id}>
              <button
                type="button"
                disabled={busy || !address.area_valid}
                onClick={() => void submit(() => chosen(address.id))}
              >
                <AddressText of={address} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <footer>
        <RouteLink to="/user/shop/address" className={shop.plain}>
          {t('shopOrder.newAddress')}
        </RouteLink>
        <button type="button" className={shop.plain} onClick={close}>
          {t('shopOrder.no')}
        </button>
      </footer>
    </Dialog>
  )
}
