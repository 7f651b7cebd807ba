import { Button, Input, InputTag } from '@arco-design/web-react'
import { IconDelete, IconPlus } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import type { WidgetProps } from '@/resource/widgets/types'
import { parsed, written } from '../widgets/json'
import classes from './goods.module.css'
import { GROUPS_MAX, VALUES_MAX } from './spec'

interface Group {
  name: string
  values: string[]
}

/** Groups with the texts of their values. */
export default function SpecTemplateEditor({ value, onChange, label, disabled }: WidgetProps) {
  const { t } = useTranslation()
  const groups = parsed<Group[]>(value, [])
  const change = (next: Group[]): void => onChange?.(next.length > 0 ? written(next) : '')
  const set = (at: number, part: Partial<Group>): void =>
    change(groups.map((group, index) => (index === at ? { ...group, ...part } : group)))
  return (
    <div className={classes.rows} role="group" aria-label={label}>
      {groups.map((group, index) => (
        <div key={index} className={classes.row}>
          <Input
            aria-label={t('shopAdmin.spec.groupName', { number: index + 1 })}
            placeholder={t('shopAdmin.spec.groupExample')}
            value={group.name}
            disabled={disabled}
            maxLength={50}
            onChange={(name) => set(index, { name })}
          />
          <InputTag
            aria-label={t('shopAdmin.spec.newValue', { name: group.name || index + 1 })}
            placeholder={t('shopAdmin.spec.valuesExample')}
            value={group.values}
            disabled={disabled}
            saveOnBlur
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.stopPropagation()
            }}
            onChange={(values) =>
              set(index, { values: [...new Set(values.map(String))].slice(0, VALUES_MAX) })
            }
          />
          <Button
            type="text"
            status="danger"
            disabled={disabled}
            icon={<IconDelete />}
            aria-label={t('shopAdmin.spec.removeGroup', { name: group.name || index + 1 })}
            onClick={() => change(groups.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {!disabled && groups.length < GROUPS_MAX && (
        <Button
          type="dashed"
          icon={<IconPlus />}
          onClick={() => change([...groups, { name: '', values: [] }])}
        >
          {t('shopAdmin.spec.addGroup')}
        </Button>
      )}
    </div>
  )
}
