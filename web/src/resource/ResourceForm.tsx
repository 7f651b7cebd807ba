import { Button, Drawer, Form, Message } from '@arco-design/web-react'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, client } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { useProblem } from '@/shared/hooks/useProblem'
import { useWide } from '@/shared/hooks/useWide'
import { Problem, Waiting } from '@/shared/ui/Page'
import type { Custom } from './custom'
import classes from './form.module.css'
import { asksToSave } from './form/asksToSave'
import { Begun } from './form/begun'
import { needed, wrongWith } from './form/check'
import { asConflict, ConflictDialog, type Conflict } from './form/ConflictDialog'
import { useLeaving } from './form/useLeaving'
import { useUnsaved } from './form/useUnsaved'
import { bodyOf, formFields, initialValues, isDirty, narrowedBy } from './form/values'
import { WithEnglish } from './form/WithEnglish'
import { kindOf } from './kinds'
import { resourceOf } from './schema/store'
import { titleOf, urlOf, type Field, type Resource, type ResourceRow, type Values } from './schema/types'
import { useLabel } from './schema/useLabel'
import { Widget } from './widgets/Widget'

const WIDE_NAMES = ['address', 'url']
/** No event of a widget: a rule that is checked with the whole form. */
const ON_SAVING = 'onSaving'
/** Forms of this many fields stand in two columns. */
const TWO_COLUMNS_FROM = 6

interface ResourceFormProps {
  resource: Resource
  custom: Custom
  /** A row's id, or 'new'. */
  target: number | 'new'
  /** What a new row begins with, beside the declared defaults. */
  preset?: Values
  close: () => void
  saved: () => void
}

export default function ResourceForm(props: ResourceFormProps) {
  const { resource, target, close } = props
  const { t } = useTranslation()
  const labelOf = useLabel()
  const width = useDrawerWidth(props)
  const fetched = useFetched<ResourceRow | null>(`${resource.controller} ${target}`, async (signal) =>
    target === 'new'
      ? null
      : (await client.get<{ row: ResourceRow }>(`${urlOf(resource)}/edit`, { id: target }, signal)).row,
  )
  if (target === 'new' || fetched.data) return <LoadedForm {...props} row={fetched.data} />
  return (
    <Drawer
      visible
      width={width}
      title={t('resource.edit', { name: labelOf(resource.title) })}
      onCancel={close}
      footer={null}
    >
      {fetched.error ? <Problem error={fetched.error} retry={fetched.reload} /> : <Waiting />}
    </Drawer>
  )
}

function useDrawerWidth({
  resource,
  custom,
}: Pick<ResourceFormProps, 'resource' | 'custom'>): number | string {
  const wide = useWide(768)
  if (!wide) return '100%'
  if (custom.formWidth) return `min(${custom.formWidth}px, 100vw)`
  return custom.wideForm || formFields(resource).length >= TWO_COLUMNS_FROM ? 720 : 520
}

function LoadedForm(props: ResourceFormProps & { row: ResourceRow | null }) {
  const { resource, custom, target, preset, close, saved, row } = props
  const { t } = useTranslation()
  const labelOf = useLabel()
  const { show } = useProblem()
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const [version, setVersion] = useState(row?.version)
  const [conflict, setConflict] = useState<{ found: Conflict; mine: Values } | null>(null)
  const isNew = target === 'new'
  const fields = useMemo(() => formFields(resource), [resource])
  // What a form began with changes only where it chooses by itself.
  const [initial, setInitial] = useState<Values>(() => ({
    ...initialValues(fields, row),
    ...(isNew ? preset : {}),
  }))
  const begun = useCallback(
    (name: string, value: unknown) => setInitial((old) => ({ ...old, [name]: value }) as Values),
    [],
  )
  const [values, setValues] = useState<Values>(initial)
  const [done, setDone] = useState(false)
  const dirty = !done && isDirty(fields, values, initial)
  const guarded = useUnsaved(dirty)
  const width = useDrawerWidth(props)

  const asked = fields.filter((field) => custom.asks?.(field, values, row) ?? true)
  const narrowing = useMemo(
    () =>
      new Map(
        fields.map((field) => [
          field.name,
          narrowedBy(field, fields, field.reference && resourceOf(field.reference.controller)),
        ]),
      ),
    [fields],
  )

  const needs = (field: Field, current: Values): boolean =>
    needed(field, isNew) || (custom.needs?.(field, current) ?? false)
  // What stands in for another field may be empty itself.
  const standing = Object.values(custom.standsIn ?? {})
  const check = (field: Field) => (value: unknown, report: (words?: string) => void) => {
    const required = needs(field, form.getFieldsValue() as Values) && !standing.includes(field.name)
    const wrong = wrongWith({ ...field, required }, value, isNew, row?.[field.name])
    report(wrong && t(wrong.key, { label: labelOf(field.label), ...wrong.values }))
  }
  const ownFault = (field: Field, value: unknown): string | undefined =>
    custom.check?.(field, value, form.getFieldsValue() as Values)
  // What a page itself demands may take several steps: it is said once the field is left, or when the row is saved.
  const leaving = useLeaving((name) => {
    const field = fields.find((one) => one.name === name)
    const message = field && !form.getFieldError(name) && ownFault(field, form.getFieldValue(name))
    if (message) form.setFields({ [name]: { error: { message } } })
  })

  const send = async (current: Values, against: number | undefined): Promise<void> => {
    const changed = bodyOf(asked, current, isNew ? null : initial)
    const body = custom.outgoing?.(changed, row) ?? changed
    if (!isNew && Object.keys(body).length === 0) return close()
    setBusy(true)
    try {
      const sent = isNew ? body : { id: target, version: against, ...body }
      const announce = t(isNew ? 'resource.done.added' : 'resource.done.saved', {
        what: labelOf(resource.title),
        name: titleOf(resource, { ...row, ...current, ...body, id: row?.id ?? 0 }),
      })
      await client.post(`${urlOf(resource)}/${isNew ? 'add' : 'edit'}`, sent, { announce })
      setDone(true)
      saved()
    } catch (error) {
      const found = error instanceof ApiError ? asConflict(error.data) : null
      if (found) return setConflict({ found: found, mine: body })
      if (error instanceof ApiError) {
        const place = (path: string): string => {
          const name = path.split(/[.[]/)[0] ?? path
          return custom.standsIn?.[name] ?? name
        }
        const errors = error.errors.map(({ field, msg }) => {
          const where = custom.placeOf?.(field, current)
          return { field, where, msg: where ? t('resource.errorAt', { place: where, error: msg }) : msg }
        })
        for (const { field, msg } of errors) form.setFields({ [place(field)]: { error: { message: msg } } })
        const [first] = errors
        if (first) {
          form.scrollToField(place(first.field))
          // What is wrong goes by the form's name of the field, unless the node's sentence stands by itself.
          const label = fields.find(({ name }) => name === first.field)?.label
          if (label !== undefined && error.message !== first.msg)
            return void Message.error(t('resource.errorAt', { place: labelOf(label), error: first.msg }))
          if (first.where) return void Message.error(first.msg)
        }
      }
      show(error)
    } finally {
      setBusy(false)
    }
  }
  const save = async (): Promise<void> => {
    try {
      await form.validate()
    } catch {
      const wrong = fields.find((field) => form.getFieldError(field.name))
      if (wrong) form.scrollToField(wrong.name)
      Message.warning({ id: 'form', content: t('validate.incomplete') })
      return
    }
    await send({ ...values, ...form.getFieldsValue() } as Values, version)
  }

  const change = (changed: Partial<Values>): void => {
    // The dependent choice belonged to the old value.
    const emptied: Values = {}
    for (const [name, narrowers] of narrowing)
      if (narrowers.some((narrower) => narrower.name in changed)) emptied[name] = null
    if (Object.keys(emptied).length > 0) form.setFieldsValue(emptied)
    setValues((old) => ({ ...old, ...changed, ...emptied }))
  }

  const classOf = (field: Field): string | undefined =>
    kindOf(field).wide || WIDE_NAMES.includes(field.name) || fields.length < TWO_COLUMNS_FROM
      ? classes.wide
      : undefined
  const extraOf = (field: Field, below?: ReactNode): ReactNode => {
    if (field.kind === 'password' && !isNew) return t('resource.passwordKept')
    return field.hint ? (
      <>
        {labelOf(field.hint)} {below}
      </>
    ) : (
      below
    )
  }
  const item = (field: Field, className?: string, below?: ReactNode) => (
    <Form.Item
      key={field.name}
      className={className}
      label={labelOf(field.label)}
      field={field.name}
      required={needs(field, values)}
      extra={extraOf(field, below)}
      rules={[
        { validator: check(field) },
        { validator: (value, report) => report(ownFault(field, value)), validateTrigger: ON_SAVING },
      ]}
      {...leaving(field.name)}
    >
      <Widget
        resource={resource}
        field={field}
        label={labelOf(field.label)}
        values={values}
        row={row}
        disabled={!isNew && field.writeOnce}
        custom={custom.widgets?.[field.name]}
        narrowers={narrowing.get(field.name) ?? []}
      />
    </Form.Item>
  )

  return (
    <Drawer
      visible
      width={width}
      title={t(isNew ? 'resource.new' : 'resource.edit', { name: labelOf(resource.title) })}
      onCancel={() => guarded(close)}
      unmountOnExit
      footer={
        <>
          <Button onClick={() => guarded(close)}>{t('common.cancel')}</Button>
          <Button type="primary" loading={busy} onClick={() => void save()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      {custom.formHead?.(row)}
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={initial}
        scrollToFirstError
        onKeyDown={(event) => {
          if (!asksToSave(event)) return
          event.preventDefault()
          void save()
        }}
        onValuesChange={change}
      >
        <Begun.Provider value={begun}>
          <div className={classes.grid}>
            {asked.map((field) => {
              if (field.translates && asked.some(({ name }) => name === field.translates)) return null
              const english = asked.find(({ translates }) => translates === field.name)
              if (!english) return item(field, classOf(field))
              return (
                <WithEnglish
                  key={field.name}
                  className={classOf(field)}
                  label={labelOf(english.label)}
                  filled={!!initial[english.name]}
                  own={(toggle) => item(field, undefined, toggle)}
                  english={item(english)}
                />
              )
            })}
          </div>
        </Begun.Provider>
      </Form>
      {conflict && (
        <ConflictDialog
          resource={resource}
          conflict={conflict.found}
          mine={conflict.mine}
          close={() => setConflict(null)}
          resolve={(theirs) => {
            form.setFieldsValue(theirs)
            const merged = { ...values, ...theirs }
            setValues(merged)
            setVersion(conflict.found.version)
            setConflict(null)
            void send(merged, conflict.found.version)
          }}
        />
      )}
    </Drawer>
  )
}
