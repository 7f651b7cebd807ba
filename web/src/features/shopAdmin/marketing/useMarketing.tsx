import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Custom } from '@/resource/custom'
import type { ResourceRow } from '@/resource/schema/types'
import { usePermission } from '@/shared/hooks/usePermission'
import { decimal, money } from '@/shared/number/decimal'
import { ScopeCell } from './ScopeCell'

const GiveDialog = lazy(() => import('./GiveDialog'))
const WithdrawDialog = lazy(() => import('./WithdrawDialog'))
const RechargeDialog = lazy(() => import('./RechargeDialogs'))

interface Opened<Step> {
  step: Step
  row: ResourceRow
  reload: () => void
}

const TO_PAY = 1
const PAID = 2

/** Coupons are given and withdrawn from their list. */
export function useCoupons(own: Custom): { custom: Custom; dialogs: ReactNode } {
  const { t } = useTranslation()
  const can = usePermission('shop/marketing/coupon')
  const [open, setOpen] = useState<Opened<'give' | 'withdraw'> | null>(null)
  const gives = can('give')
  const withdraws = can('withdraw')
  const custom = useMemo<Custom>(
    () => ({
      ...own,
      // What a coupon takes off is said in one place.
      without: ['percent', 'min_amount'],
      titles: { amount: t('shopDesk.terms.title') },
      cells: {
        scope: (row) => <ScopeCell row={row} />,
        scope_ids: (row) => <ScopeCell row={row} whole />,
        amount: (row) => {
          const min = decimal(String(row.min_amount ?? 0))?.gt(0) ?? false
          const most = decimal(String(row.max_amount ?? 0))?.gt(0) ?? false
          const given = decimal(String(row.amount ?? 0))?.gt(0) ?? false
          const kind = Number(row.type)
          const key = kind === 2 ? (most ? 'percentMost' : 'percent') : kind === 1 || given ? 'off' : 'free'
          const words = {
            amount: money(String(row.amount ?? 0)),
            percent: String(row.percent ?? 0),
            most: money(String(row.max_amount ?? 0)),
            min: money(String(row.min_amount ?? 0)),
          }
          const off = t(`shopDesk.terms.${key}`, words)
          return min ? t('shopDesk.terms.from', { ...words, off }) : off
        },
      },
      actions: ({ reload }) => [
        {
          key: 'give',
          label: t('shopDesk.give.button'),
          when: (row) => gives && Number(row.status) === 1,
          run: (row) => setOpen({ step: 'give', row, reload }),
        },
        {
          key: 'withdraw',
          label: t('shopDesk.withdraw.button'),
          danger: true,
          when: (row) => withdraws && Number(row.received_num) > Number(row.used_num),
          run: (row) => setOpen({ step: 'withdraw', row, reload }),
        },
      ],
    }),
    [own, gives, withdraws, t],
  )
  const close = (): void => setOpen(null)
  return {
    custom,
    dialogs: open && (
      <Suspense>
        {open.step === 'give' ? (
          <GiveDialog coupon={open.row} close={close} given={open.reload} />
        ) : (
          <WithdrawDialog coupon={open.row} close={close} withdrawn={open.reload} />
        )}
      </Suspense>
    ),
  }
}

/** Recharge orders are confirmed where the money came by hand, and paid back. */
export function useRecharges(): { custom: Custom; dialogs: ReactNode } {
  const { t } = useTranslation()
  const can = usePermission('shop/marketing/rechargeOrder')
  const [open, setOpen] = useState<Opened<'confirm' | 'refund'> | null>(null)
  const confirms = can('confirm')
  const refunds = can('refund')
  const custom = useMemo<Custom>(
    () => ({
      titleField: 'recharge_no',
      actions: ({ reload }) => [
        {
          key: 'confirm',
          label: t('shopDesk.recharge.confirmButton'),
          when: (row) => confirms && Number(row.status) === TO_PAY,
          run: (row) => setOpen({ step: 'confirm', row, reload }),
        },
        {
          key: 'refund',
          label: t('shopDesk.recharge.refundButton'),
          danger: true,
          when: (row) => refunds && Number(row.status) === PAID,
          run: (row) => setOpen({ step: 'refund', row, reload }),
        },
      ],
    }),
    [confirms, refunds, t],
  )
  return {
    custom,
    dialogs: open && (
      <Suspense>
        <RechargeDialog step={open.step} order={open.row} close={() => setOpen(null)} done={open.reload} />
      </Suspense>
    ),
  }
}
