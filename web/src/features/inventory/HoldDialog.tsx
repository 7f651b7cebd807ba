import { useTranslation } from 'react-i18next'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { hold, type Batch, type Lost } from './holds'

interface Props {
  /** What is known of it already. */
  batch: Partial<Batch> & { product_name?: string }
  close: () => void
  done: (lost: Lost[]) => void
}

/** Holds a batch: which, where, why. */
export default function HoldDialog({ batch, close, done }: Props) {
  const { t } = useTranslation()
  return (
    <ActionDialog
      title={t('holds.hold')}
      initial={{
        product_id: batch.product_id ?? null,
        batch_number: batch.batch_number ?? '',
        warehouses_id: batch.warehouses_id ?? null,
        state: 1,
        reason: '',
      }}
      fields={() => [
        {
          name: 'product_id',
          kind: 'row',
          label: t('inventory.product'),
          needed: t('holds.rule.product'),
          url: '/admin/warehouse.Product',
          known: batch.product_name,
          text: (row) => `${String(row.product_no)} ${String(row.name)}`,
          also: ['batch_number'],
        },
        {
          name: 'batch_number',
          kind: 'text',
          label: t('inventory.batch'),
          hint: t('holds.noBatch'),
          most: 64,
        },
        {
          name: 'warehouses_id',
          kind: 'warehouse',
          label: t('inventory.warehouse'),
          hint: t('holds.everywhereHint'),
          placeholder: t('holds.everywhere'),
          usableFor: 'warehouse/batchHold/add',
          allowClear: true,
        },
        {
          name: 'state',
          kind: 'radio',
          look: 'button',
          label: t('holds.state'),
          options: [1, 2, 3].map((value) => ({ value, label: t(`holds.states.${value}`) })),
        },
        {
          name: 'reason',
          kind: 'long',
          label: t('holds.reason'),
          needed: t('common.reasonNeeded'),
          most: 500,
        },
      ]}
      close={close}
      send={({ product_id, batch_number, warehouses_id, state, reason }, command) =>
        hold(
          { product_id: product_id ?? 0, batch_number: batch_number.trim(), warehouses_id },
          state,
          reason.trim(),
          command,
        )
      }
      done={({ released }) => done(released)}
    />
  )
}
