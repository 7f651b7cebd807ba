import { Button, Drawer, Form, Input, Message, Select, Switch } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { useProblem } from '@/shared/hooks/useProblem'
import { useWide } from '@/shared/hooks/useWide'
import { decimal, places } from '@/shared/number/decimal'
import { Problem, Waiting } from '@/shared/ui/Page'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { labelKey, type Cell, type Declaration, type Field, type ResourceRow } from './declaration'
import classes from './form.module.css'

const TEXT_MAX = 255
const MOBILE = /^(1[3-9]\d{9}|\+?[\d -]{5,20})$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

interface Props {
  declaration: Declaration
  /** A row's id, or 'new'. */
  target: number | 'new'
  close: () => void
  saved: () => void
}

type Values = Record<string, Cell>

function Widget({
  field,
  value,
  onChange,
  values,
  row,
}: {
  field: Field
  value?: Cell
  onChange?: (value: Cell) => void
  values: Values
  row: ResourceRow | null
}) {
  const { t } = useTranslation()
  const label = t(labelKey(field))
  const text = value === null || value === undefined ? '' : String(value)
  switch (field.kind) {
    case 'area':
      return (
        <Input.TextArea
          aria-label={label}
          value={text}
          onChange={onChange}
          autoSize={{ minRows: 2, maxRows: 6 }}
        />
      )
    case 'switch':
      return (
        <Switch aria-label={label} checked={Number(value) === 1} onChange={(on) => onChange?.(on ? 1 : 0)} />
      )
    case 'choice':
      return (
        <Select
          aria-label={label}
          allowClear={!field.required}
          value={value ?? undefined}
          onChange={(next?: Cell) => onChange?.(next ?? null)}
          options={field.choices?.map((choice) => ({
            value: choice.value ?? '',
            label: choice.key ? t(choice.key) : (choice.text ?? ''),
          }))}
        />
      )
    case 'remote': {
      const scope = field.within ? values[field.within] : undefined
      return (
        <RemoteSelect
          url={field.url ?? ''}
          ariaLabel={label}
          label={field.optionLabel}
          value={typeof value === 'number' ? value : null}
          known={row && row[field.name] === value ? field.shownBy?.(row) : undefined}
          disabled={field.within !== undefined && !scope}
          params={scope ? { search: [{ field: field.within ?? '', val: scope, operator: 'eq' }] } : undefined}
          onChange={onChange}
          allowClear={!field.required}
        />
      )
    }
    default:
      return (
        <Input
          aria-label={label}
          value={text}
          onChange={onChange}
          inputMode={field.kind === 'decimal' ? 'decimal' : field.kind === 'whole' ? 'numeric' : undefined}
          type={field.kind === 'email' ? 'email' : field.kind === 'mobile' ? 'tel' : 'text'}
        />
      )
  }
}

export function ResourceForm({ declaration, target, close, saved }: Props) {
  const { t } = useTranslation()
  const wide = useWide(768)
  const { show } = useProblem()
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const fetched = useFetched<ResourceRow | null>(`${declaration.url} ${target}`, async (signal) =>
    target === 'new'
      ? null
      : (await http.get<{ row: ResourceRow }>(`${declaration.url}/edit`, { id: target }, signal)).row,
  )
  const row = fetched.data
  const ready = target === 'new' || row !== null
  const fields = declaration.fields.filter((field) => field.inForm !== false)
  const initial: Values = Object.fromEntries(
    fields.map((field) => [field.name, row ? ((row[field.name] as Cell) ?? null) : (field.initial ?? null)]),
  )
  const title = t(declaration.title)

  const check = (field: Field) => (value: Cell | undefined, report: (words?: string) => void) => {
    const text = value === null || value === undefined ? '' : String(value).trim()
    if (!text) return report(field.required ? t('common.required', { label: t(labelKey(field)) }) : undefined)
    const number = decimal(text)
    const wrongNumber =
      !number || number.lt(0) || places(number) > (field.kind === 'whole' ? 0 : (field.places ?? 4))
    if ((field.kind === 'decimal' || field.kind === 'whole') && wrongNumber)
      return report(t('resource.numberRule'))
    if (field.kind === 'mobile' && !MOBILE.test(text)) return report(t('resource.mobileRule'))
    if (field.kind === 'email' && !EMAIL.test(text)) return report(t('resource.emailRule'))
    if (text.length > (field.max ?? TEXT_MAX))
      return report(t('resource.tooLong', { count: field.max ?? TEXT_MAX }))
    report()
  }

  const save = async (): Promise<void> => {
    const values = await form.validate().catch(() => null)
    if (!values) return
    setBusy(true)
    const body = Object.fromEntries(
      fields.map((field) => {
        const value = values[field.name] ?? null
        return [field.name, typeof value === 'string' ? value.trim() : value]
      }),
    )
    try {
      if (target === 'new') await http.post(`${declaration.url}/add`, body)
      else await http.post(`${declaration.url}/edit`, { id: target, version: row?.version, ...body })
      Message.success(t('common.success'))
      saved()
    } catch (error) {
      if (error instanceof ApiError)
        for (const { field, msg } of error.errors) form.setFields({ [field]: { error: { message: msg } } })
      show(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Drawer
      visible
      width={wide ? 520 : '100%'}
      title={t(target === 'new' ? 'resource.new' : 'resource.edit', { name: title })}
      onCancel={close}
      unmountOnExit
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="primary" loading={busy} disabled={!ready} onClick={() => void save()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      {fetched.error && !ready ? (
        <Problem error={fetched.error} retry={fetched.reload} />
      ) : fetched.loading && !ready ? (
        <Waiting />
      ) : (
        <Form
          form={form}
          layout="vertical"
          initialValues={initial}
          onKeyDown={(event) => {
            const area = event.target instanceof HTMLTextAreaElement
            const plain = event.target instanceof HTMLInputElement && !event.target.closest('.arco-select')
            if (event.key === 'Enter' && ((plain && !area) || (area && event.ctrlKey))) {
              event.preventDefault()
              void save()
            }
          }}
          onValuesChange={(changed) => {
            for (const field of fields)
              if (field.within && field.within in changed) form.setFieldValue(field.name, null)
          }}
        >
          <div className={classes.grid}>
            {fields.map((field) => (
              <Form.Item noStyle shouldUpdate={field.within !== undefined} key={field.name}>
                {(values: Values) => (
                  <Form.Item
                    className={
                      field.kind === 'area' || field.name === 'address' || field.name === 'name'
                        ? classes.wide
                        : undefined
                    }
                    label={t(labelKey(field))}
                    field={field.name}
                    required={field.required}
                    rules={[{ validator: check(field) }]}
                  >
                    <Widget field={field} values={values} row={row} />
                  </Form.Item>
                )}
              </Form.Item>
            ))}
          </div>
        </Form>
      )}
    </Drawer>
  )
}
