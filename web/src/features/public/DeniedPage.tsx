import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { ADMIN_BASE } from '@/shared/base'
import { useHead } from '@/shared/hooks/useHead'
import { Notice } from './sections/Notice'

/** What was refused; only the back office says it, where it is explained. */
const nodeOf = (state: unknown): string => {
  const { node } = (state ?? {}) as { node?: unknown }
  return typeof node === 'string' ? node.replace(/\/+$/, '') : ''
}

export default function DeniedPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const node = nodeOf(useLocation().state)
  useHead({ title: t('title.noPower'), text: t('denied.text'), hidden: true })
  return (
    <Notice code="401" title={t('denied.title')} text={t('denied.text')}>
      {node && (
        <button
          type="button"
          onClick={() => void navigate(`${ADMIN_BASE}/auth/why?${String(new URLSearchParams({ node }))}`)}
        >
          {t('denied.why')}
        </button>
      )}
    </Notice>
  )
}
