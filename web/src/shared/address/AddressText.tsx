import { Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import type { Address } from './addresses'
import classes from './address.module.css'

/** A recipient with their address, and a hint if the area must be chosen again. */
export function AddressText({ of }: { of: Address }) {
  const { t } = useTranslation()
  return (
    <div className={classes.text}>
      <div className={classes.who}>
        <strong>{of.name}</strong> <span>{of.mobile}</span>
        {of.is_default === 1 && <Tag color="arcoblue">{t('address.default')}</Tag>}
        {!of.area_valid && <Tag color="red">{t('address.goneTag')}</Tag>}
      </div>
      <p>
        {of.area_text} {of.address}
      </p>
      {!of.area_valid && <p className={classes.gone}>{t('address.gone')}</p>}
    </div>
  )
}
