import { Button } from '@arco-design/web-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import { usePermission } from '@/shared/hooks/usePermission'
import { Numeral } from '@/shared/ui/Numeral'
import classes from './balances.module.css'
import { MemberSummary } from './MemberSummary'

const Adjust = lazy(() => import('./Adjust'))

/** Changes of members' money or score; only here may they be changed by hand. */
export default function BalancePage({ name }: { name: string }) {
  const { t } = useTranslation()
  const what = name.toLowerCase().includes('score') ? 'score' : 'money'
  const can = usePermission(`user/${what}Log`)
  const [search] = useSearchParams()
  const member = Number(search.get('user_id')) || null
  const [open, setOpen] = useState(false)
  const [revision, setRevision] = useState(0)
  const adds = can('add')
  const custom = useMemo<Custom>(
    () => ({
      ownAdd: true,
      above: member ? <MemberSummary key={revision} id={member} what={what} /> : undefined,
      cells: {
        [what]: (row) => {
          const change = Number(row[what])
          return (
            <span className={change < 0 ? classes.less : classes.more}>
              {change > 0 && '+'}
              <Numeral value={String(row[what])} money={what === 'money'} />
            </span>
          )
        },
        // By hand there is no document: the cause is an id that only keeps the change from being made twice.
        cause_id: (row) => (row.cause_kind === 'manual' ? '–' : String(row.cause_id || '–')),
      },
      head: ({ reload }) => (
        <>
          {adds && (
            <Button type="primary" onClick={() => setOpen(true)}>
              {t(`balances.${what}.adjust`)}
            </Button>
          )}
          <Suspense>
            {open && (
              <Adjust
                what={what}
                member={member}
                close={() => setOpen(false)}
                saved={() => {
                  setOpen(false)
                  setRevision((before) => before + 1)
                  reload()
                }}
              />
            )}
          </Suspense>
        </>
      ),
    }),
    [t, what, adds, open, member, revision],
  )
  return <ResourcePage name={name} custom={custom} />
}
