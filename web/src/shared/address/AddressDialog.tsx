import { Checkbox, Form, Input, Modal, Select } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { useWide } from '@/shared/hooks/useWide'
import { isMobile, isPhoneAbroad } from '@/shared/rules/person'
import { showAtFields } from '@/shared/ui/formFaults'
import { fetchCountries, saveAddress, type Address, type AddressText } from './addresses'
import { CHINA } from './country'
import { AreaCascader } from './AreaCascader'

interface Props {
  /** The one that is changed; nothing for a new one. */
  old: Address | null
  /** A member's first is the default whatever they say. */
  first?: boolean
  close: () => void
  saved: (address: Address) => void
}

const FIELDS = ['name', 'mobile', 'country', 'area', 'region', 'city', 'postal_code', 'address']

/** What is not asked for of an address in China, or of another one. */
const NO_PLACE = { area: [], region: '', city: '', postal_code: '' }

/** A form for one of a member's addresses. Needs the texts of the group `address`. */
export function AddressDialog({ old, first = false, close, saved }: Props) {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const wide = useWide(560)
  const [form] = Form.useForm<AddressText>()
  const [country, setCountry] = useState(old?.country ?? CHINA)
  const countries = useFetched('countries', fetchCountries)
  const abroad = country !== CHINA
  const { busy, submit } = useSubmit((error) => {
    if (!showAtFields(form, error, FIELDS)) show(error)
  })

  const save = (): void => {
    form.validate().then(
      (values) => {
        const text = { ...NO_PLACE, ...values, is_default: values.is_default ?? false }
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
          country,
          area: old?.area_valid && !abroad ? old.area : [],
          region: old?.region ?? '',
          city: old?.city ?? '',
          postal_code: old?.postal_code ?? '',
          address: old?.address ?? '',
          is_default: first || old?.is_default === 1,
        }}
      >
        <Form.Item field="name" label={t('address.name')} rules={[line(t('address.rule.name'))]}>
          <Input maxLength={32} autoComplete="name" />
        </Form.Item>
        <Form.Item
          field="mobile"
          label={t(abroad ? 'address.phone' : 'address.mobile')}
          rules={[
            {
              required: true,
              message: t(abroad ? 'address.rule.phone' : 'address.rule.mobile'),
              validator: (value: string | undefined, report) => {
                const right = (abroad ? isPhoneAbroad : isMobile)((value ?? '').trim())
                report(right ? undefined : t(abroad ? 'address.rule.phone' : 'address.rule.mobile'))
              },
            },
          ]}
        >
          <Input type="tel" inputMode="tel" maxLength={24} autoComplete={abroad ? 'tel' : 'tel-national'} />
        </Form.Item>
        <Form.Item field="country" label={t('address.country')}>
          <Select
            aria-label={t('address.country')}
            showSearch
            filterOption={(typed, option) =>
              String((option as { props?: { children?: unknown } }).props?.children ?? '')
                .toLowerCase()
                .includes(typed.toLowerCase())
            }
            getPopupContainer={() => document.body}
            onChange={setCountry}
            options={[{ value: CHINA, label: t('address.china') }, ...(countries.data ?? [])]}
          />
        </Form.Item>
        {abroad ? (
          <>
            <Form.Item field="city" label={t('address.city')} rules={[line(t('address.rule.city'))]}>
              <Input maxLength={100} autoComplete="address-level2" />
            </Form.Item>
            <Form.Item field="region" label={t('address.region')}>
              <Input maxLength={100} autoComplete="address-level1" />
            </Form.Item>
            <Form.Item field="postal_code" label={t('address.postalCode')}>
              <Input maxLength={20} autoComplete="postal-code" />
            </Form.Item>
          </>
        ) : (
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
        )}
        <Form.Item
          field="address"
          label={t(abroad ? 'address.street' : 'address.address')}
          rules={[line(t('address.rule.address'))]}
        >
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
