import { Button, Skeleton } from '@arco-design/web-react'
import { IconCloseCircle, IconEmpty, IconRefresh } from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { useMemberProblem, useProblem } from '@/shared/hooks/useProblem'
import { useTitle } from '@/shared/hooks/useTitle'
import { session } from '@/shared/session/store'
import { BrandMark } from './BrandMark'
import { GuideLink } from './GuideLink'
import classes from './ui.module.css'

interface PageProps {
  title: string
  remark?: string
  actions?: ReactNode
  children: ReactNode
}

/** The same head on every page: title, the way to its guide, a line about it, the actions at the right. */
export function Page({ title, remark, actions, children }: PageProps) {
  useTitle(title)
  // Without a signal there is nothing to read but the page itself.
  const { remembered } = useSnapshot(session)
  return (
    <main className={classes.page}>
      <header className={classes.header}>
        <div className={classes.heading}>
          <div className={classes.title}>
            <h1>{title}</h1>
            {!remembered && <GuideLink title={title} />}
          </div>
          {remark && <p className={classes.remark}>{remark}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </main>
  )
}

export function Card({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <section className={classes.card} aria-label={label}>
      {children}
    </section>
  )
}

interface ProblemProps {
  error: unknown
  retry?: () => void
  /** Members read no names of fields. */
  toMember?: boolean
}

export function Problem({ error, retry, toMember = false }: ProblemProps) {
  const { t } = useTranslation()
  const ofStaff = useProblem()
  const ofMember = useMemberProblem()
  const { errorText } = toMember ? ofMember : ofStaff
  return (
    <div className={classes.state} role="alert">
      <IconCloseCircle />
      <p>{errorText(error)}</p>
      {retry && (
        <Button icon={<IconRefresh />} onClick={retry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  )
}

export function Nothing({ text, children }: { text?: string; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={classes.state}>
      <IconEmpty />
      <p>{text ?? t('common.empty')}</p>
      {children}
    </div>
  )
}

export function Waiting({ rows = 6 }: { rows?: number }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton
        animation
        text={{ rows, width: Array.from({ length: rows }, (_, row) => (row % 3 === 2 ? '70%' : '100%')) }}
      />
    </div>
  )
}

/** The mark and the name that the company gave its site. */
export function Brand({ short = false }: { short?: boolean }) {
  const { siteName } = useSnapshot(session)
  return (
    <span className={classes.brand}>
      <BrandMark />
      {!short && (
        <span className={classes.brandName} title={siteName}>
          {siteName}
        </span>
      )}
    </span>
  )
}
