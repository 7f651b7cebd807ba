import { Modal, Radio } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useLabel } from '@/resource/schema/useLabel'
import type { WidgetProps } from '@/resource/widgets/types'

/** Single or multiple: another type clears the specifications, so it asks first. */
export default function SpecTypeChoice({
  field,
  label,
  value,
  values,
  row,
  disabled,
  onChange,
}: WidgetProps) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const filled = row !== null || (values.spec_attrs !== '' && values.spec_attrs !== null)
  const choose = (next: unknown): void => {
    if (!filled) return onChange?.(next)
    Modal.confirm({
      title: t('shopAdmin.spec.switch'),
      content: t('shopAdmin.spec.switchText'),
      okButtonProps: { status: 'danger' },
      onOk: () => onChange?.(next),
    })
  }
  return (
    <Radio.Group
      aria-label={label}
      value={Number(value)}
      disabled={disabled}
      options={field.options?.map((option) => ({
        value: Number(option.value),
        label: labelOf(option.label),
      }))}
      onChange={choose}
    />
  )
}
