import { Message } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit, type Faults } from '@/shared/hooks/useSubmit'
import { ApiError } from '@/shared/http'

interface Options {
  /** Fields that the dialog shows faults of. */
  knows: (field: string) => boolean
  close: () => void
  changed: () => void
  /** Loads the subject of the step again. */
  reload: () => void
  /** Whether the subject allows the step, as it was loaded last. */
  possible: boolean
}

export interface Step {
  busy: boolean
  /** By field. */
  faults: Faults
  /** Closes the dialog when the work is done, and explains what went wrong. */
  perform: (work: () => Promise<unknown>) => void
}

/** A step of an order or a refund that a dialog takes. */
export function useStep({ knows, close, changed, reload, possible }: Options): Step {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [refused, setRefused] = useState(false)
  // Somebody else has come before: there is nothing left to fill in.
  useEffect(() => {
    if (refused && !possible) close()
  }, [refused, possible, close])
  const explain = (error: unknown): void => {
    if (error instanceof ApiError && error.data.key === 'order.version_conflict')
      Message.warning(t('shopOffice.order.conflict'))
    else show(error)
    setRefused(true)
    reload()
    changed()
  }
  const { busy, faults, submit } = useSubmit(explain, knows)
  const perform: Step['perform'] = (work) =>
    void submit(work, () => {
      changed()
      close()
    })
  return { busy, faults, perform }
}
