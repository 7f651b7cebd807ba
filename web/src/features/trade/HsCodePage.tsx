import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import { prefetchListing } from '@/resource/useListing'
import { ADMIN_BASE } from '@/shared/base'
import { RouteLink } from '@/shared/ui/RouteLink'
import classes from './trade.module.css'

export const prefetch = prefetchListing

const PAGE = `${ADMIN_BASE}/trade/hsCode`

/** The way down the tree: all chapters, the chapter, the heading. */
function Way({ parent }: { parent: string }) {
  const { t } = useTranslation()
  const steps = [parent.length >= 4 ? parent.slice(0, 2) : '', parent].filter(
    (code, at, all) => code && all.indexOf(code) === at,
  )
  return (
    <nav className={classes.way} aria-label={t('trade.tree')}>
      <RouteLink to={PAGE}>{t('trade.allCodes')}</RouteLink>
      <RouteLink to={`${PAGE}?level=2`}>{t('trade.chapters')}</RouteLink>
      {steps.map((code) => (
        <RouteLink key={code} to={`${PAGE}?parent=${code}`} aria-current={code === parent || undefined}>
          {code}
        </RouteLink>
      ))}
    </nav>
  )
}

/** The nomenclature as a tree: chapters and headings lead to what is below them. */
export default function HsCodePage({ name }: { name: string }) {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const parent = params.get('parent') ?? ''
  const custom = useMemo<Custom>(
    () => ({
      titleField: 'code',
      remark: t('trade.nomenclature'),
      above: <Way parent={parent} />,
      cells: {
        code: (row) => {
          const code = String(row.code)
          return code.length < 6 ? (
            <RouteLink
              to={`${PAGE}?parent=${code}`}
              title={t('trade.below', { code })}
              onClick={(event) => event.stopPropagation()}
            >
              {code}
            </RouteLink>
          ) : (
            code
          )
        },
      },
    }),
    [t, parent],
  )
  return <ResourcePage name={name} custom={custom} />
}
