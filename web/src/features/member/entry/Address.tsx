import { Form, Input, Radio } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { isEmail, isMobile } from '@/shared/rules/person'
import { showAtFields } from '@/shared/ui/formFaults'
import { CodeItem } from '../CodeItem'
import { requiredRule } from '../requiredRule'
import { ADDRESS_PLACES, useCode, type Channel, type CodeEvent } from '../useCode'

/** What its fields say. */
export interface Addressed {
  way?: Channel
  address: string
  captcha: string
}

interface Props {
  ways: readonly Channel[]
  event: CodeEvent
}

/** Mail or mobile, the address, and the code sent there. */
export function Address({ ways, event }: Props) {
  const { t } = useTranslation()
  const { form } = Form.useFormContext()
  const code = useCode((error) => showAtFields(form, error, ['address'], ADDRESS_PLACES))
  const way = (Form.useWatch('way', form) as Channel | undefined) ?? ways[0] ?? 'email'
  const fits = way === 'email' ? isEmail : isMobile
  const send = (): void => {
    form.validate(['address']).then(
      ({ address }: { address?: string }) => code.ask(way, event, (address ?? '').trim()),
      () => undefined,
    )
  }
  return (
    <>
      {ways.length > 1 && (
        <Form.Item field="way" label={t('member.entry.by')}>
          <Radio.Group type="button">
            {ways.map((one) => (
              <Radio key={one} value={one}>
                {t(`member.entry.${one}`)}
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
      )}
      <Form.Item
        field="address"
        label={t(`member.entry.${way}`)}
        rules={[requiredRule(fits, t(`validate.${way}`))]}
      >
        <Input
          type={way === 'email' ? 'email' : 'tel'}
          autoComplete={way === 'email' ? 'email' : 'tel-national'}
        />
      </Form.Item>
      <CodeItem left={code.left} send={send} />
      {code.dialog}
    </>
  )
}
