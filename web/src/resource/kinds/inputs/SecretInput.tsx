import { Button, Input, Space } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { moment } from '@/shared/ui/time'
import type { WidgetProps } from '../../widgets/types'
import { textOf } from './plain'

/** A secret that is written and never shown: since when there is one, and a button to remove it. */
export function SecretInput({ field, label, value, row, onChange, disabled, id }: WidgetProps) {
  const { t } = useTranslation()
  const setAt = Number(row?.[`${field.name}_set_at`])
  const kept = setAt > 0
  if (typeof value === 'object' && value !== null)
    return (
      <Space>
        <span>{t('resource.secret.removed')}</span>
        <Button size="small" onClick={() => onChange?.('')}>
          {t('common.undo')}
        </Button>
      </Space>
    )
  return (
    <Space direction="vertical" style={{ width: '100%' }}>
      <Input.Password
        id={id}
        aria-label={label}
        autoComplete="new-password"
        placeholder={
          kept ? t('resource.secret.kept', { date: moment(setAt, 'YYYY-MM-DD HH:mm') }) : undefined
        }
        value={textOf(value)}
        disabled={disabled}
        onChange={onChange}
      />
      {kept && !field.required && (
        <Button size="mini" disabled={disabled} onClick={() => onChange?.({ clear: true })}>
          {t('resource.secret.remove')}
        </Button>
      )}
    </Space>
  )
}
