import { Message } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { ApiError } from '@/shared/http'
import { faultsOf } from './faults'

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
  faults: Readonly<Record<string, string>>
  /** Closes the dialog when the work is done, and explains what went wrong. */
  perform: (work: Promise<unknown>) => void
}

/** A step of an order or a refund that a dialog takes. */
export function useStep({ knows, close, changed, reload, possible }: Options): Step {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Step['faults']>({})
  const [refused, setRefused] = useState(false)
  // Somebody else has come before: there is nothing left to fill in.
  useEffect(() => {
    if (refused && !possible) close()
  }, [refused, possible, close])
  const explain = (error: unknown): void => {
    const found = faultsOf(error, knows)
    if (found) return setFaults(found)
    if (error instanceof ApiError && error.data.key === 'order.version_conflict')
      Message.warning(t('shopOffice.order.conflict'))
    else show(error)
    setRefused(true)
    reload()
    changed()
  }
  const perform = (work: Promise<unknown>): void => {
    setBusy(true)
    setFaults({})
    work
      .then(() => {
        changed()
        close()
      }, explain)
      .finally(() => setBusy(false))
  }
  return { busy, faults, perform }
}
