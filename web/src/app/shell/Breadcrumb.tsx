import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { preferences } from '@/shared/preferences/store'
import { useWide } from '@/shared/hooks/useWide'
import type { Entry } from '../routing/rules'
import classes from './breadcrumb.module.css'

/** The directories above a page; a page at the top has nothing to say. */
export function Breadcrumb({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const { showBreadcrumb } = useSnapshot(preferences)
  const wide = useWide()
  if (!showBreadcrumb || !wide || entry.kind === 'frame' || entry.trail.length === 0) return null
  return (
    <nav className={classes.trail} aria-label={t('shell.breadcrumb')}>
      <ol>
        {[...entry.trail, entry.title].map((title, at, all) => (
          <li key={at} aria-current={at === all.length - 1 ? 'page' : undefined}>
            {title}
          </li>
        ))}
      </ol>
    </nav>
  )
}
