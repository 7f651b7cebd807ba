import { Button } from '@arco-design/web-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import type { ResourceRow } from '@/resource/schema/types'
import { usePermission } from '@/shared/hooks/usePermission'
import { session } from '@/shared/session/store'
import { moment } from '@/shared/ui/time'
import classes from './apiKeys.module.css'
import { endsSoon, mayRotate } from './keys'
import type { ShownKey } from './api'

const MakeKey = lazy(() => import('./MakeKey'))
const RotateKey = lazy(() => import('./RotateKey'))
const KeyOnce = lazy(() => import('./KeyOnce'))

type Open = { what: 'make' } | { what: 'rotate'; row: ResourceRow } | { what: 'once'; shown: ShownKey }

/** Keys of other programs: made and rotated here, where their text is shown once. */
export default function KeyPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const can = usePermission('api/key')
  const [open, setOpen] = useState<(Open & { reload: () => void }) | null>(null)
  const [makes, rotates] = [can('make'), can('rotate')]
  const custom = useMemo<Custom>(
    () => ({
      ownAdd: true,
      deletable: (row) => row.state !== 'active',
      cells: {
        prefix: (row) => <code>{String(row.prefix)}…</code>,
        expires: (row) => (
          <span className={endsSoon(row, Date.now()) ? classes.soon : undefined}>
            {moment(Number(row.expires))}
          </span>
        ),
      },
      actions: ({ reload }) => [
        {
          key: 'rotate',
          inMenu: true,
          label: t('apiKeys.rotate'),
          when: (row) => rotates && mayRotate(row, session.admin),
          run: (row) => setOpen({ what: 'rotate', row, reload }),
        },
      ],
      head: ({ reload }) =>
        makes && (
          <Button type="primary" onClick={() => setOpen({ what: 'make', reload })}>
            {t('apiKeys.make')}
          </Button>
        ),
    }),
    [makes, rotates, t],
  )
  const close = (): void => setOpen(null)
  const shown = (made: ShownKey): void => {
    if (!open) return
    open.reload()
    setOpen({ what: 'once', shown: made, reload: open.reload })
  }
  return (
    <>
      <ResourcePage name={name} custom={custom} />
      <Suspense>
        {open?.what === 'make' && <MakeKey close={close} made={shown} />}
        {open?.what === 'rotate' && <RotateKey row={open.row} close={close} rotated={shown} />}
        {open?.what === 'once' && <KeyOnce shown={open.shown} close={close} />}
      </Suspense>
    </>
  )
}
