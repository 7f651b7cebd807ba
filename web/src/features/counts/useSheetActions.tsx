import { Button, Modal } from '@arco-design/web-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { session } from '@/shared/session/store'
import { ApiError } from '@/shared/http'
import { ReasonDialog } from '@/shared/ui/ReasonDialog'
import { act, PAGE, type CountSheet, type SheetStep } from './api'

/** What some steps send besides the sheet's id and version. */
interface More {
  reason?: string
  lines?: readonly number[]
  confirmed?: number
}

interface SheetActions {
  /** The step that leads on. */
  main: ReactNode
  others: ReactNode
  /** To be rendered once. */
  dialogs: ReactNode
}

/** The steps of a sheet: which are possible, and what they ask. */
export function useSheetActions(
  sheet: CountSheet | null,
  chosen: readonly number[],
  changed: () => void,
): SheetActions {
  const { t } = useTranslation()
  const can = usePermission(PAGE)
  const { show } = useProblem()
  const { admin } = useSnapshot(session)
  const [asking, setAsking] = useState<'void' | 'post' | null>(null)
  const { busy, submit } = useSubmit(show)

  if (!sheet) return { main: null, others: null, dialogs: null }
  const possible = (step: SheetStep): boolean => sheet.allowed.includes(step) && can(step)

  const perform = (step: SheetStep, more: More = {}): Promise<boolean> =>
    submit(
      () => act(step, { id: sheet.id, version: sheet.version, ...more }),
      changed,
      (error) => {
        // A person who counted may post only as a super administrator, and only with a reason.
        const counted = error instanceof ApiError && error.data.key === 'count.reviewer'
        if (step === 'post' && admin?.super && counted) setAsking('post')
        else show(error)
        changed()
      },
    )
  const confirm = (step: SheetStep, content: string, more: More = {}, danger = false): void => {
    Modal.confirm({
      title: `${t(`counts.steps.${step}`)} · ${sheet.count_no}`,
      content,
      okButtonProps: danger ? { status: 'danger' } : undefined,
      onOk: () => perform(step, more).then(() => undefined),
    })
  }
  const rest = sheet.line_count - sheet.counted_count
  const button = (
    step: SheetStep,
    run: () => void,
    type: 'primary' | 'secondary',
    /** Why it can't be pressed, if it can't. */
    off?: string,
    danger = false,
  ) =>
    possible(step) && (
      <Button
        key={step}
        type={type}
        status={danger ? 'danger' : undefined}
        data-action={step}
        disabled={!!off || busy}
        title={off}
        onClick={run}
      >
        {t(`counts.steps.${step}`)}
      </Button>
    )

  const others = (
    <>
      {button('void', () => setAsking('void'), 'secondary', undefined, true)}
      {rest > 0 &&
        button(
          'zeroRest',
          () => confirm('zeroRest', t('counts.confirmZero', { count: rest }), { confirmed: rest }, true),
          'secondary',
        )}
      {button(
        'recount',
        () => confirm('recount', t('counts.confirmRecount', { count: chosen.length }), { lines: chosen }),
        'secondary',
        chosen.length === 0 ? t('counts.chooseLines') : undefined,
      )}
    </>
  )
  const main = (
    <>
      {button(
        'submit',
        () =>
          confirm(
            'submit',
            rest > 0 ? t('counts.confirmSubmit', { count: rest }) : t('counts.confirmSubmitAll'),
          ),
        'primary',
        sheet.counted_count === 0 ? t('counts.nothingCounted') : undefined,
      )}
      {button('post', () => confirm('post', t('counts.confirmPost')), 'primary')}
    </>
  )
  const dialogs = asking && (
    <ReasonDialog
      title={`${t(`counts.steps.${asking}`)} · ${sheet.count_no}`}
      danger
      hint={t('counts.reasonHint')}
      close={() => setAsking(null)}
      send={async (reason) => {
        if (await perform(asking, { reason })) setAsking(null)
      }}
    >
      {asking === 'post' && <p>{t('counts.overrule')}</p>}
    </ReasonDialog>
  )
  return { main, others, dialogs }
}
