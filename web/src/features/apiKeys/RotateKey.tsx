import { useTranslation } from 'react-i18next'
import type { ResourceRow } from '@/resource/schema/types'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { rotateKey, type ShownKey } from './api'

/** Hours in which the former key stays good. */
const OVERLAPS = [0, 1, 24, 72, 168]

interface Props {
  row: ResourceRow
  close: () => void
  rotated: (shown: ShownKey) => void
}

/** Gives a key another text. */
export default function RotateKey({ row, close, rotated }: Props) {
  const { t } = useTranslation()
  return (
    <ActionDialog<{ overlap_hours: number }, ShownKey>
      title={t('apiKeys.rotateOf', { name: String(row.name) })}
      okText={t('apiKeys.rotate')}
      initial={{ overlap_hours: 24 }}
      fields={() => [
        <p key="what">{t('apiKeys.rotateWhat')}</p>,
        {
          name: 'overlap_hours',
          kind: 'radio',
          look: 'vertical',
          label: t('apiKeys.overlap'),
          options: OVERLAPS.map((hours) => ({ value: hours, label: t(`apiKeys.hours.${hours}`) })),
        },
      ]}
      close={close}
      send={({ overlap_hours }) => rotateKey(row.id, Number(row.version), overlap_hours)}
      done={rotated}
    />
  )
}
