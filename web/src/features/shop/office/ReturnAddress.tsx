import { Alert, Select } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { useProblem } from '@/shared/hooks/useProblem'
import { Fault } from '@/shared/ui/action/Fault'
import { returnAddresses, type ReturnAddress } from './calls'
import classes from './office.module.css'

/** Where goods may be sent back to, and which of it is chosen. */
export interface ReturnChoice {
  list: readonly ReturnAddress[] | null
  error: unknown
  address: number | null
  choose: (id: number) => void
}

/** Addresses for returns where some are needed; the first is chosen until another one is. */
export function useReturnAddress(needed: boolean): ReturnChoice {
  const [chosen, choose] = useState<number | null>(null)
  const { data, error } = useFetched(`return addresses ${needed}`, (signal) =>
    needed ? returnAddresses(signal) : Promise.resolve([]),
  )
  const list = needed ? data : null
  return { list, error: needed ? error : null, address: chosen ?? list?.[0]?.id ?? null, choose }
}

interface Props {
  id: string
  of: ReturnChoice
  fault?: string | null
}

/** The choice of an address that goods are sent back to. */
export function ReturnAddressField({ id, of: { list, error, address, choose }, fault }: Props) {
  const { t } = useTranslation()
  const { errorText } = useProblem()
  if (error) return <Fault text={errorText(error)} />
  if (!list) return null
  if (list.length === 0) return <Alert type="warning" content={t('shopOffice.auditForm.noAddress')} />
  return (
    <div className={classes.cell}>
      <label htmlFor={id} data-required>
        {t('shopOffice.auditForm.address')}
      </label>
      <Select
        id={id}
        aria-label={t('shopOffice.auditForm.address')}
        value={address ?? undefined}
        options={list.map((one) => ({
          value: one.id,
          label: [one.name, one.mobile, one.address].filter(Boolean).join(' '),
        }))}
        onChange={(to: number) => choose(to)}
      />
      <Fault text={fault} />
    </div>
  )
}
