import { Form, Input, Modal, Select } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { http } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { CHOOSING, RULES, TYPES } from './model'
import classes from './settings.module.css'
import { showWrong } from './showWrong'

const NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,29}$/

interface Values {
  group: string
  name: string
  title: string
  type: string
  tip?: string
  rule?: string[]
  content?: string
  extend?: string
  inputExtend?: string
  weigh?: string
}

interface AddSettingProps {
  groups: Record<string, string>
  group: string
  close: () => void
  saved: () => void
}

/** Adds a setting. */
export function AddSetting({ groups, group, close, saved }: AddSettingProps) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [form] = Form.useForm<Values>()
  const { busy, submit } = useSubmit((error) => {
    showWrong(form, error)
    show(error)
  })
  const [type, setType] = useState('string')
  const save = async (): Promise<void> => {
    const values = await form.validate().catch(() => null)
    if (!values) return
    const sent = { rule: [], ...values, weigh: Number(values.weigh) || 0 }
    const announce = t('settings.done.added', { name: values.title })
    await submit(() => http.post('/admin/routine.Config/add', sent, { announce }), saved)
  }
  const needed = (label: string) => ({ required: true, message: t('validate.required', { label }) })
  const words = (key: string): string => t(`settings.fields.${key}`)
  return (
    <Modal
      visible
      title={t('settings.add')}
      className={classes.dialog}
      onCancel={close}
      okButtonProps={{ loading: busy }}
      onOk={() => void save()}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        className={classes.add}
        initialValues={{ group, type: 'string', weigh: '0' }}
        onValuesChange={(part) => part.type && setType(part.type)}
      >
        <Form.Item label={words('group')} field="group" rules={[needed(words('group'))]}>
          <Select options={Object.entries(groups).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item label={words('type')} field="type" rules={[needed(words('type'))]}>
          <Select
            showSearch
            options={TYPES.map((value) => ({ value, label: t(`settings.types.${value}`) }))}
          />
        </Form.Item>
        <Form.Item
          label={words('name')}
          field="name"
          rules={[needed(words('name')), { match: NAME, message: t('validate.name') }]}
        >
          <Input maxLength={30} />
        </Form.Item>
        <Form.Item label={words('title')} field="title" rules={[needed(words('title'))]}>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item label={words('tip')} field="tip" className={classes.wide}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item label={words('rule')} field="rule">
          <Select
            mode="multiple"
            options={RULES.map((value) => ({ value, label: t(`settings.rules.${value}`) }))}
          />
        </Form.Item>
        <Form.Item label={words('weigh')} field="weigh">
          <Input inputMode="numeric" />
        </Form.Item>
        {CHOOSING.includes(type) && (
          <Form.Item
            label={words('content')}
            field="content"
            extra={t('settings.lines')}
            className={classes.wide}
            rules={[needed(words('content'))]}
          >
            <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} placeholder={t('settings.linesExample')} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
