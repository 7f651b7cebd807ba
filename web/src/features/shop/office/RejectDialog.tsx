import { useTranslation } from 'react-i18next'
import type { Faults } from '@/shared/hooks/useSubmit'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { reasonField } from '@/shared/ui/action/fields'
import classes from './office.module.css'
import { StaffPictures } from './StaffPictures'

interface Props {
  title: string
  busy: boolean
  faults: Faults
  close: () => void
  reject: (reason: string, images: readonly string[]) => void
}

/** As many as a member may send. */
const PICTURES = 6

/** Goods that came are not taken back: why, and pictures that show it. */
export default function RejectDialog({ title, busy, faults, close, reject }: Props) {
  const { t } = useTranslation()
  return (
    <ActionDialog
      title={title}
      okText={t('shopOffice.refundActions.reject')}
      danger
      className={classes.modal}
      initial={{ reason: '', images: [] as readonly string[] }}
      fields={({ images }, set) => [
        <span key="ask">{t('shopOffice.ask.reject')}</span>,
        reasonField(t, { placeholder: t('shopOffice.cancel.whyHint') }),
        {
          name: 'images',
          kind: 'own',
          label: t('common.pictures.title'),
          hint: t('shopDesk.pictures.hint', { most: PICTURES }),
          input: <StaffPictures value={images} most={PICTURES} onChange={(next) => set({ images: next })} />,
        },
      ]}
      close={close}
      sending={{ busy, faults }}
      send={({ reason, images }) => reject(reason.trim(), images)}
    />
  )
}
