import { Button, Form, Message, Modal } from '@arco-design/web-react'
import { IconDelete, IconEraser } from '@arco-design/web-react/icon'
import { Fragment, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource, Values } from '@/resource/schema/types'
import { Widget } from '@/resource/widgets/Widget'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { ApiError, http } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'
import { Nothing } from '@/shared/ui/Page'
import { asField, changed, valuesOf, wrongSetting, type Setting, type SettingGroup } from './model'
import classes from './settings.module.css'
import { showWrong } from './showWrong'

/** Of how many settings a message has the names. */
const NAMED_MAX = 3

/** Widgets ask for the resource they belong to; settings are rows rather than fields of one. */
const SETTINGS: Resource = {
  controller: 'routine.Config',
  name: 'routine/config',
  title: { zh: '', en: '', key: 'settings.title' },
  fields: [],
  titleField: 'title',
  tree: false,
  weigh: null,
  order: { field: 'weigh', descending: true },
  quickSearch: [],
  stamped: true,
  recycle: false,
  sensitive: false,
  history: false,
  nodes: [],
}

interface SettingsFormProps {
  group: SettingGroup
  /** Where it is saved. */
  url?: '/admin/routine.Config' | '/admin/shop.Settings'
  editable: boolean
  dirty: (dirty: boolean) => void
  /** With what was sent. */
  saved: (sent: Values) => void
  remove?: (setting: Setting) => void
  /** Headings by the setting that each stands above. Whoever reads them needs no names of variables. */
  headings?: Readonly<Record<string, string>>
  /** Beside the buttons. */
  more?: (values: Values) => ReactNode
}

/** The settings of one group; only what was changed is sent. */
export function SettingsForm({
  group,
  url = '/admin/routine.Config',
  editable,
  dirty,
  saved,
  remove,
  headings,
  more,
}: SettingsFormProps) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [form] = Form.useForm<Values>()
  const initial = useMemo(() => valuesOf(group.list), [group])
  const [values, setValues] = useState<Values>(initial)
  const { busy, submit } = useSubmit((error) => {
    showWrong(form, error)
    // By its title: the name of a variable says nothing to those who read headings.
    const first = error instanceof ApiError ? error.errors[0] : undefined
    const title = group.list.find(({ name }) => name === first?.field)?.title
    if (first && title) Message.error(t('resource.errorAt', { place: title, error: first.msg }))
    else show(error)
  })
  const body = changed(group.list, values)
  const count = Object.keys(body).length

  /** The settings by their titles: a few by name, more by their number. */
  const titles = (names: readonly string[]): string =>
    names.length > NAMED_MAX
      ? t('settings.changed', { count: names.length })
      : group.list
          .filter(({ name }) => names.includes(name))
          .map(({ title }) => title)
          .join(t('resource.listSeparator'))

  const save = async (): Promise<void> => {
    try {
      await form.validate()
    } catch {
      return
    }
    await submit(
      () =>
        http.post(`${url}/edit`, body, {
          announce: t('settings.done.saved', { names: titles(Object.keys(body)) }),
        }),
      () => {
        dirty(false)
        const entrance = body.backend_entrance
        if (typeof entrance === 'string') location.assign(entrance)
        else saved(body)
      },
    )
  }

  const clear = (setting: Setting): void =>
    void Modal.confirm({
      title: t('settings.clearPassword', { name: setting.title }),
      content: t('settings.clearPasswordText'),
      okButtonProps: { status: 'danger' },
      onOk: () =>
        http
          .post(
            '/admin/routine.Config/edit',
            { [setting.name]: { clear: true } },
            { announce: t('settings.done.cleared', { name: setting.title }) },
          )
          .then(() => saved({}), show),
    })

  if (group.list.length === 0) return <Nothing text={t('settings.none')} />
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className={classes.form}
      initialValues={initial}
      onValuesChange={(part) => {
        const next = { ...values, ...part }
        setValues(next)
        dirty(Object.keys(changed(group.list, next)).length > 0)
      }}
    >
      {group.list.map((setting) => {
        const field = asField(setting)
        return (
          <Fragment key={setting.name}>
            {headings?.[setting.name] && <h2 className={classes.heading}>{headings[setting.name]}</h2>}
            <div className={classes.setting}>
              <Form.Item
                label={
                  <span>
                    {setting.title}
                    {!headings && setting.allow_del === 1 && (
                      <code className={classes.variable}>{setting.name}</code>
                    )}
                  </span>
                }
                field={setting.name}
                required={field.required}
                extra={setting.tip || (field.kind === 'password' ? t('resource.passwordKept') : undefined)}
                rules={[
                  {
                    validator: (value: unknown, report) => {
                      const wrong = wrongSetting(setting, value)
                      report(wrong && t(wrong.key, { label: setting.title, ...wrong.values }))
                    },
                  },
                ]}
              >
                <Widget
                  resource={SETTINGS}
                  field={field}
                  label={setting.title}
                  values={values}
                  row={null}
                  disabled={!editable}
                />
              </Form.Item>
              {editable && setting.has_value && (
                <Button
                  type="text"
                  status="danger"
                  icon={<IconEraser />}
                  aria-label={t('settings.clearPassword', { name: setting.title })}
                  title={t('settings.clearPassword', { name: setting.title })}
                  onClick={() => clear(setting)}
                />
              )}
              {remove && setting.allow_del === 1 && (
                <Button
                  type="text"
                  status="danger"
                  icon={<IconDelete />}
                  aria-label={t('settings.remove', { name: setting.title })}
                  onClick={() => remove(setting)}
                />
              )}
            </div>
          </Fragment>
        )
      })}
      {editable && (
        <div className={classes.actions}>
          <Button type="primary" loading={busy} disabled={count === 0} onClick={() => void save()}>
            {t('common.save')}
          </Button>
          <Button
            disabled={count === 0 || busy}
            onClick={() => {
              form.setFieldsValue(initial)
              setValues(initial)
              dirty(false)
            }}
          >
            {t('common.reset')}
          </Button>
          {more?.(values)}
          {count > 0 && <span className={classes.changed}>{t('settings.changed', { count })}</span>}
        </div>
      )}
    </Form>
  )
}
