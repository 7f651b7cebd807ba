import { Button, Checkbox, Input } from '@arco-design/web-react'
import { IconDelete, IconPlus } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import type { WidgetProps } from '@/resource/widgets/types'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { parsed, written } from '../widgets/json'
import classes from './goods.module.css'
import type { Param } from './params'

/** Parameters of goods, perhaps begun from a template, which is copied and never linked. */
export default function ParamsEditor({ value, onChange, label, disabled, resource }: WidgetProps) {
  const { t } = useTranslation()
  const isTemplate = resource.name.endsWith('paramstemplate')
  const params = parsed<Param[]>(value, [])
  const change = (next: Param[]): void => onChange?.(next.length > 0 ? written(next) : '')
  const set = (at: number, part: Partial<Param>): void =>
    change(params.map((param, index) => (index === at ? { ...param, ...part } : param)))
  const fromTemplate = (copied: unknown): void => {
    const named = new Map(params.map((param) => [param.name, param]))
    const rows = (Array.isArray(copied) ? copied : []) as Param[]
    for (const { name, value: text = '', required } of rows)
      if (!named.has(name)) named.set(name, { name, value: text, ...(required ? { required: 1 } : {}) })
    change([...named.values()])
  }
  return (
    <div className={classes.rows} role="group" aria-label={label}>
      {params.map((param, index) => (
        <div key={index} className={classes.row}>
          <Input
            aria-label={t('shopAdmin.params.nameOf', { number: index + 1 })}
            placeholder={t('shopAdmin.params.name')}
            value={param.name}
            disabled={disabled}
            maxLength={200}
            onChange={(name) => set(index, { name })}
          />
          <Input
            aria-label={t('shopAdmin.params.valueOf', { number: index + 1 })}
            placeholder={
              param.required && !isTemplate ? t('shopAdmin.params.needed') : t('shopAdmin.params.value')
            }
            value={param.value ?? ''}
            error={!isTemplate && !!param.required && !param.value?.trim()}
            disabled={disabled}
            maxLength={200}
            onChange={(text) => set(index, { value: text })}
          />
          {isTemplate ? (
            <Checkbox
              checked={!!param.required}
              disabled={disabled}
              onChange={(on) => set(index, { required: on ? 1 : 0 })}
            >
              {t('shopAdmin.params.required')}
            </Checkbox>
          ) : (
            <span />
          )}
          <Button
            type="text"
            status="danger"
            disabled={disabled}
            icon={<IconDelete />}
            aria-label={t('shopAdmin.params.remove', { number: index + 1 })}
            onClick={() => change(params.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {!disabled && (
        <div className={classes.tools}>
          <Button icon={<IconPlus />} onClick={() => change([...params, { name: '', value: '' }])}>
            {t('shopAdmin.params.add')}
          </Button>
          {!isTemplate && (
            <span className={classes.template}>
              <RemoteSelect
                url="/admin/shop.goods.ParamsTemplate"
                ariaLabel={t('shopAdmin.params.template')}
                placeholder={t('shopAdmin.params.template')}
                value={null}
                onChange={(_, row) => row && fromTemplate(row.params)}
              />
            </span>
          )}
        </div>
      )}
    </div>
  )
}
