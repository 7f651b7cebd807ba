import { Checkbox, Form, Input, Modal } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { useWide } from '@/shared/hooks/useWide'
import { isMobile } from '@/shared/rules/person'
import { showAtFields } from '@/shared/ui/formFaults'
import { saveAddress, type Address, type AddressText } from './addresses'
import { AreaCascader } from './AreaCascader'

interface Props {
  /** The one that is changed; nothing for a new one. */
  old: Address | null
  /** A member's first is the default whatever they say. */
  first?: boolean
  close: () => void
  saved: (address: Address) => void
}

const FIELDS = ['name', 'mobile', 'area', 'address']

/** A form for one of a member's addresses. Needs the texts of the group `address`. */
export function AddressDialog({ old, first = false, close, saved }: Props) {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const wide = useWide(560)
  const [form] = Form.useForm<AddressText>()
  const { busy, submit } = useSubmit((error) => {
    if (!showAtFields(form, error, FIELDS)) show(error)
  })

  const save = (): void => {
    form.validate().then(
      (values) => {
        const text = { ...values, is_default: values.is_default ?? false }
        void submit(() => saveAddress(text, old), saved)
      },
      () => undefined,
    )
  }
  const line = (message: string) => ({
    required: true,
    message,
    validator: (value: string | undefined, report: (fault?: string) => void) =>
      report(value?.trim() ? undefined : message),
  })
  return (
    <Modal
      visible
      title={t(old ? 'address.edit' : 'address.add')}
      style={wide ? { width: 520 } : { width: 'calc(100vw - 24px)' }}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      onOk={save}
      onCancel={close}
      unmountOnExit
    >
      <Form<AddressText>
        form={form}
        layout="vertical"
        initialValues={{
          name: old?.name ?? '',
          mobile: old?.mobile ?? '',
          area: old?.area_valid ? old.area : [],
          address: old?.address ?? '',
          is_default: first || old?.is_default === 1,
        }}
      >
        <Form.Item field="name" label={t('address.name')} rules={[line(t('address.rule.name'))]}>
          <Input maxLength={32} autoComplete="name" />
        </Form.Item>
        <Form.Item
          field="mobile"
          label={t('address.mobile')}
          rules={[
            {
              required: true,
              message: t('address.rule.mobile'),
              validator: (value: string | undefined, report) =>
                report(isMobile((value ?? '').trim()) ? undefined : t('address.rule.mobile')),
            },
          ]}
        >
          <Input type="tel" inputMode="tel" maxLength={20} autoComplete="tel-national" />
        </Form.Item>
        <Form.Item
          field="area"
          label={t('address.area')}
          extra={old && !old.area_valid ? t('address.gone') : undefined}
          rules={[
            {
              required: true,
              message: t('address.rule.area'),
              validator: (value: number[] | undefined, report) =>
                report(value?.length ? undefined : t('address.rule.area')),
            },
          ]}
        >
          <AreaCascader label={t('address.area')} />
        </Form.Item>
        <Form.Item field="address" label={t('address.address')} rules={[line(t('address.rule.address'))]}>
          <Input.TextArea
            maxLength={200}
            autoSize={{ minRows: 2, maxRows: 4 }}
            autoComplete="street-address"
            placeholder={t('address.addressHint')}
          />
        </Form.Item>
        {!first && (
          <Form.Item field="is_default" triggerPropName="checked">
            <Checkbox>{t('address.makeDefault')}</Checkbox>
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
