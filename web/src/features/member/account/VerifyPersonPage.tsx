import { Button, Descriptions, Form, Input, Radio, Result, Space } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import type { Schema } from '@/shared/http/api'
import { memberHttp } from '@/shared/http/member'
import { showAtFields } from '@/shared/ui/formFaults'
import { Card, Page, Problem, Waiting } from '@/shared/ui/Page'
import { moment } from '@/shared/ui/time'
import classes from '../member.module.css'
import { requiredRule } from '../requiredRule'
import { isIdCard } from './idCard'
import { SideUpload } from './SideUpload'
import own from './verify.module.css'

const PAPERS = ['id_card', 'passport', 'other'] as const

interface Values {
  real_name: string
  id_type: (typeof PAPERS)[number]
  id_number: string
}

const FIELDS = ['real_name', 'id_type', 'id_number']
const LOOKS = { waiting: 'info', passed: 'success', refused: 'error', withdrawn: 'warning' } as const
const isState = (state: string): state is keyof typeof LOOKS => state in LOOKS

function Standing({
  proof,
  busy,
  withdraw,
}: {
  proof: Schema<'ProofView'>
  busy: boolean
  withdraw: () => void
}) {
  const { t } = useTranslation()
  const state = isState(proof.state) ? proof.state : 'waiting'
  return (
    <Card>
      <Result
        status={LOOKS[state]}
        title={t(`memberPeople.verify.states.${state}`)}
        subTitle={proof.reason || undefined}
        extra={
          state === 'waiting' && (
            <Button loading={busy} onClick={withdraw}>
              {t('memberPeople.verify.withdraw')}
            </Button>
          )
        }
      />
      <Descriptions
        column={1}
        data={[
          { label: t('memberPeople.verify.realName'), value: proof.real_name },
          { label: t(`memberPeople.verify.papers.${proof.id_type}`), value: proof.id_number },
          { label: t('memberPeople.verify.sent'), value: moment(proof.create_time) },
        ]}
      />
    </Card>
  )
}

/** A member proves who they are: name, number and pictures of a paper, which an administrator looks at. */
export default function VerifyPersonPage() {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const proof = useFetched('proof', (signal) => memberHttp.get('/api/account/verifyPerson', {}, signal))
  const [form] = Form.useForm<Values>()
  const [type, setType] = useState<Values['id_type']>('id_card')
  const { busy, submit } = useSubmit((error) => {
    if (!showAtFields(form, error, FIELDS)) show(error)
  })
  const { data } = proof
  if (proof.failure) {
    return (
      <Page title={t('memberPeople.verify.title')}>
        <Problem error={proof.failure} retry={proof.reload} toMember />
      </Page>
    )
  }
  const open = data?.proof?.state === 'waiting' || data?.proof?.state === 'passed'
  const complete = !!data?.front && (type !== 'id_card' || data.back)
  const save = (values: Values): void => {
    void submit(
      () => memberHttp.post('/api/account/verifyPerson', values, { announce: true }),
      () => {
        form.resetFields()
        proof.reload()
      },
    )
  }
  const withdraw = (): void =>
    void submit(() => memberHttp.post('/api/account/verifyPerson/withdraw', {}), proof.reload)
  return (
    <Page
      title={t('memberPeople.verify.title')}
      remark={data ? t('memberPeople.verify.remark', { tries: data.tries }) : undefined}
    >
      {!data ? <Waiting rows={6} /> : data.proof && <Standing {...{ proof: data.proof, busy, withdraw }} />}
      {data && !open && (
        <Card>
          <div className={own.sides}>
            <SideUpload side="front" kept={data.front} done={proof.reload} />
            <SideUpload side="back" kept={data.back} done={proof.reload} />
          </div>
          <Form<Values>
            form={form}
            className={classes.form}
            layout="vertical"
            initialValues={{ real_name: '', id_type: 'id_card', id_number: '' }}
            onValuesChange={({ id_type: chosen }) => chosen && setType(chosen)}
            onSubmit={save}
          >
            <Form.Item field="id_type" label={t('memberPeople.verify.paper')}>
              <Radio.Group>
                {PAPERS.map((paper) => (
                  <Radio key={paper} value={paper}>
                    {t(`memberPeople.verify.papers.${paper}`)}
                  </Radio>
                ))}
              </Radio.Group>
            </Form.Item>
            <Form.Item
              field="real_name"
              label={t('memberPeople.verify.realName')}
              rules={[requiredRule((name) => name.trim() !== '', t('memberPeople.verify.nameRule'))]}
            >
              <Input maxLength={50} autoComplete="name" />
            </Form.Item>
            <Form.Item
              field="id_number"
              label={t('memberPeople.verify.number')}
              rules={[
                requiredRule(
                  (number) => (type === 'id_card' ? isIdCard(number) : number.trim().length >= 5),
                  t('memberPeople.verify.numberRule'),
                ),
              ]}
            >
              <Input maxLength={40} autoComplete="off" />
            </Form.Item>
            <Space>
              <Button type="primary" htmlType="submit" loading={busy} disabled={!complete}>
                {t('memberPeople.verify.send')}
              </Button>
              {!complete && <span>{t('memberPeople.verify.picturesFirst')}</span>}
            </Space>
          </Form>
        </Card>
      )}
    </Page>
  )
}
