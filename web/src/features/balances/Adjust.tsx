import { Alert, Input, Radio } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { ApiError } from '@/shared/http'
import { decimal, places } from '@/shared/number/decimal'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { Numeral } from '@/shared/ui/Numeral'
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
  // It is more than one person may change on a day: a second one may approve it.
  const [beyond, setBeyond] = useState('')

  useEffect(() => {
    setKnown(null)
    if (id === null) return
    const control = new AbortController()
    memberOf(what, id, control.signal).then(setKnown, (error: unknown) => {
      if (!control.signal.aborted) show(error)
    })
    return () => control.abort()
  }, [id, what, show])

  const digits = what === 'money' ? 2 : 0
  return (
    <ActionDialog
      title={t(`balances.${what}.adjust`)}
      okText={beyond ? t('balances.request.ask') : undefined}
      initial={{ member, way: 'add' as 'add' | 'take', amount: '', memo: '' }}
      fields={({ way, amount }, set) => {
        const number = decimal(amount)
        const good = number !== null && number.gt(0) && places(number) <= digits
        const has = known && decimal(String(known[what]))
        const after = good && has ? (way === 'add' ? has.plus(number) : has.minus(number)) : null
        const rule = !good ? t(`balances.${what}.rule`) : after?.lt(0) && t('balances.tooMuch')
        return [
          beyond !== '' && (
            <Alert
              key="beyond"
              type="warning"
              className={classes.beyond}
              content={`${beyond}. ${t('balances.request.beyond')}`}
            />
          ),
          {
            name: 'member',
            kind: 'row',
            label: t('balances.member'),
            needed: t('balances.memberRule'),
            url: '/admin/user.User',
            text: (row) => `${String(row.nickname)} (${String(row.username)})`,
          },
          {
            name: 'amount',
            kind: 'own',
            label: t('balances.amount'),
            required: true,
            rule,
            wrong: amount !== '' && rule,
            input: (
              <div className={classes.amount}>
                <Radio.Group
                  type="button"
                  value={way}
                  onChange={(next: 'add' | 'take') => set({ way: next })}
                  options={[
                    { value: 'add', label: t('balances.add') },
                    { value: 'take', label: t('balances.take') },
                  ]}
                />
                <Input
                  aria-label={t('balances.amount')}
                  inputMode={what === 'money' ? 'decimal' : 'numeric'}
                  value={amount}
                  onChange={(next) => set({ amount: next })}
                />
              </div>
            ),
          },
          known && (
            <p key="becomes" className={classes.becomes}>
              <Numeral value={String(known[what])} money={what === 'money'} /> →{' '}
              <b>{after ? <Numeral value={after} money={what === 'money'} bad={after.lt(0)} /> : '–'}</b>
            </p>
          ),
          {
            name: 'memo',
            kind: 'long',
            label: t('balances.memo'),
            needed: t('balances.memoRule'),
            most: 255,
          },
        ]
      }}
      changed={({ member: chosen, way, amount }) => {
        if (chosen !== undefined) setId(chosen)
        if (way !== undefined || amount !== undefined) setBeyond('')
      }}
      close={close}
      send={({ member: of, way, amount, memo }, command) =>
        (beyond ? askChange : change)(what, {
          member: of ?? 0,
          amount: way === 'add' ? amount.trim() : `-${amount.trim()}`,
          memo: memo.trim(),
          command,
        })
      }
      done={saved}
      refused={(error) => {
        if (error instanceof ApiError && error.data.key === 'balance.day_limit') setBeyond(error.message)
        else show(error)
      }}
    />
  )
}
