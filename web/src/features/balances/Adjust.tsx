import { Alert, Form, Input, Modal, Radio } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useRandomId } from '@/shared/hooks/useRandomId'
import { ApiError } from '@/shared/http'
import { decimal, places } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { askChange, change, memberOf, type Member, type What } from './api'
import classes from './balances.module.css'

interface AdjustProps {
  what: What
  member: number | null
  close: () => void
  saved: () => void
}

/** Adds to or takes from what a member has, with a reason. */
export default function Adjust({ what, member, close, saved }: AdjustProps) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [id, setId] = useState<number | null>(member)
  const [known, setKnown] = useState<Member | null>(null)
  const [way, setWay] = useState<'add' | 'take'>('add')
  const [amount, setAmount] = useState('')
  const [memo, setMemo] = useState('')
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  // It is more than one person may change on a day: a second one may approve it.
  const [beyond, setBeyond] = useState('')
  const command = useRandomId()

  useEffect(() => {
    setKnown(null)
    if (id === null) return
    const control = new AbortController()
    memberOf(what, id, control.signal).then(setKnown, (error: unknown) => {
      if (!control.signal.aborted) show(error)
    })
    return () => control.abort()
  }, [id, what, show])

  const number = decimal(amount)
  const digits = what === 'money' ? 2 : 0
  const goodAmount = number !== null && number.gt(0) && places(number) <= digits
  const has = known ? decimal(String(known[what])) : null
  const after = number && has && goodAmount ? (way === 'add' ? has.plus(number) : has.minus(number)) : null
  const wrong = {
    member: id === null ? t('balances.memberRule') : undefined,
    amount: !goodAmount ? t(`balances.${what}.rule`) : after?.lt(0) ? t('balances.tooMuch') : undefined,
    memo: memo.trim() ? undefined : t('balances.memoRule'),
  }
  const save = async (): Promise<void> => {
    setTried(true)
    if (wrong.member || wrong.amount || wrong.memo || id === null) return
    setBusy(true)
    try {
      await (beyond ? askChange : change)(what, {
        member: id,
        amount: way === 'add' ? amount.trim() : `-${amount.trim()}`,
        memo: memo.trim(),
        command,
      })
      saved()
    } catch (error) {
      if (error instanceof ApiError && error.data.key === 'balance.day_limit') setBeyond(error.message)
      else show(error)
    } finally {
      setBusy(false)
    }
  }
  const item = (key: keyof typeof wrong, touched: boolean) => ({
    validateStatus: (tried || touched) && wrong[key] ? ('error' as const) : undefined,
    help: tried || touched ? wrong[key] : undefined,
  })
  return (
    <Modal
      visible
      title={t(`balances.${what}.adjust`)}
      onCancel={close}
      okText={beyond ? t('balances.request.ask') : undefined}
      okButtonProps={{ loading: busy }}
      onOk={() => void save()}
    >
      <Form layout="vertical">
        {beyond && (
          <Alert
            type="warning"
            className={classes.beyond}
            content={`${beyond}. ${t('balances.request.beyond')}`}
          />
        )}
        <Form.Item label={t('balances.member')} required {...item('member', false)}>
          <RemoteSelect
            url="/admin/user.User"
            ariaLabel={t('balances.member')}
            value={id}
            label={(row) => `${String(row.nickname)} (${String(row.username)})`}
            onChange={(next) => setId(next)}
          />
        </Form.Item>
        <Form.Item label={t('balances.amount')} required {...item('amount', amount !== '')}>
          <div className={classes.amount}>
            <Radio.Group
              type="button"
              value={way}
              onChange={(next: 'add' | 'take') => {
                setWay(next)
                setBeyond('')
              }}
              options={[
                { value: 'add', label: t('balances.add') },
                { value: 'take', label: t('balances.take') },
              ]}
            />
            <Input
              aria-label={t('balances.amount')}
              inputMode={what === 'money' ? 'decimal' : 'numeric'}
              value={amount}
              onChange={(next) => {
                setAmount(next)
                setBeyond('')
              }}
            />
          </div>
        </Form.Item>
        {known && (
          <p className={classes.becomes}>
            <Numeral value={String(known[what])} digits={digits || undefined} /> →{' '}
            <b>{after ? <Numeral value={after} digits={digits || undefined} bad={after.lt(0)} /> : '–'}</b>
          </p>
        )}
        <Form.Item label={t('balances.memo')} required {...item('memo', false)}>
          <Input.TextArea
            aria-label={t('balances.memo')}
            maxLength={255}
            value={memo}
            onChange={setMemo}
            autoSize={{ minRows: 2, maxRows: 4 }}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
