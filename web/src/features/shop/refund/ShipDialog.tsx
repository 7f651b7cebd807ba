import { useTranslation } from 'react-i18next'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { shipRefund } from './calls'
import { MemberPictures } from './MemberPictures'

const PICTURES = 6

interface Props {
  id: number
  close: () => void
  sent: () => void
}

/** With whom goods are on their way back. */
export function ShipDialog({ id, close, sent }: Props) {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const named = (name: 'company' | 'number') =>
    ({
      kind: 'text',
      label: t(`shopRefund.${name}`),
      needed: t(`shopRefund.${name}Needed`),
      most: 64,
    }) as const
  return (
    <ActionDialog
      title={t('shopRefund.ship')}
      okText={t('shopRefund.shipConfirm')}
      style={{ width: 'min(480px, calc(100vw - 24px))' }}
      initial={{ company: '', courier_number: '', images: [] as readonly string[] }}
      fields={({ images }, set) => [
        { name: 'company', ...named('company') },
        { name: 'courier_number', ...named('number') },
        {
          name: 'images',
          kind: 'own',
          label: t('common.pictures.title'),
          hint: t('shopRefund.picturesHint', { count: PICTURES }),
          input: (
            <MemberPictures
              value={images}
              most={PICTURES}
              topic="refund"
              onChange={(next) => set({ images: next })}
            />
          ),
        },
      ]}
      close={close}
      send={({ company, courier_number, images }) =>
        shipRefund(id, { company: company.trim(), courier_number: courier_number.trim(), images })
      }
      done={sent}
      refused={show}
    />
  )
}
