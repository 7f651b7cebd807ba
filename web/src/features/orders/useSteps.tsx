import { Message, Modal } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/http'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { session } from '@/shared/session/store'
import { act, type Action, type StepBody } from './commands'
import { whoChanged } from './conflict'
import { doneText } from './doneText'
import type { Kind } from './kinds'
import type { OrderRow } from './model'
import { showShortage, type ShortLine } from './shortage'

type Subject = Pick<OrderRow, 'id' | 'version'>

interface Steps {
  busy: boolean
  /** Does what is no step; answers whether it was done. */
  perform: (work: () => Promise<unknown>) => Promise<boolean>
  /** Takes a step. `fourEyes`: instead of the refusal where another person should take it, for a super administrator. */
  step: (action: Action, order: Subject, more?: StepBody, fourEyes?: () => void) => Promise<boolean>
}

/** Sends the steps of orders and says why one was refused. `over`: a step was taken after all, with expired goods. */
export function useSteps(kind: Kind, changed: () => void, over: () => void): Steps {
  const { t } = useTranslation()
  const can = usePermission(kind.page)
  const { show } = useProblem()
  const { busy, submit } = useSubmit(show)

  const explain = (error: unknown, takeExpired?: () => Promise<unknown>): void => {
    const data = error instanceof ApiError ? error.data : {}
    if (data.key === 'stock.short' && Array.isArray(data.lines)) {
      void showShortage(t, data.lines as ShortLine[], takeExpired)
    } else if (data.key === 'stock.blocked' && Array.isArray(data.lines)) {
      const lines = data.lines as { line: number; msg: string }[]
      Modal.warning({
        title: t('orderSteps.blocked'),
        content: lines.map(({ line, msg }) => <p key={line}>{msg}</p>),
      })
    } else if (data.key === 'order.version_conflict') {
      Message.warning(t('orders.conflict', { who: whoChanged(data) ?? t('orders.someone') }))
    } else show(error)
    changed()
  }
  const perform: Steps['perform'] = (work) => submit(work, changed, (error) => explain(error))
  const step: Steps['step'] = (action, order, more = {}, fourEyes) =>
    submit(
      () => act(kind, action, order, more, { announce: doneText(action) }),
      () => changed(),
      (error) => {
        const asked = error instanceof ApiError && error.data.key === 'order.four_eyes'
        if (asked && fourEyes && session.admin?.super) return fourEyes()
        const offers = !more.expired && can('expired')
        const withExpired = () =>
          step(action, order, { ...more, expired: true }).then((taken) => {
            if (taken) over()
          })
        explain(error, offers ? withExpired : undefined)
      },
    )
  return { busy, perform, step }
}
