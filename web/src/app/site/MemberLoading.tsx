import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { leadsTo } from '@/features/member/menu'
import { startSite } from '@/shared/http/member'
import { member } from '@/shared/session/member'
import { Problem } from '@/shared/ui/Page'
import { Block } from './Block'

const FIRST = '/user/account/overview'

/** Where the parameter leads, if that is a page of the member centre; its first page otherwise. */
function target(to: string | undefined): string {
  try {
    const { path, query } = JSON.parse(to ?? '') as { path?: unknown; query?: Record<string, string> }
    if (typeof path === 'string' && leadsTo(member.menus, path)) {
      const search = new URLSearchParams(query ?? {}).toString()
      return search ? `${path}?${search}` : path
    }
  } catch {
    // Without a readable parameter one begins at the beginning.
  }
  return FIRST
}

/** Finds out who is here and what he may open, then goes on. */
export function MemberLoading() {
  const { t } = useTranslation()
  const { to } = useParams()
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let here = true
    setError(null)
    startSite(true).then(
      () => {
        if (!here) return
        if (member.info) void navigate(target(to), { replace: true })
        else void navigate('/user/login', { replace: true })
      },
      (cause: unknown) => here && setError(cause),
    )
    return () => {
      here = false
    }
  }, [navigate, to, round])
  if (error) return <Problem error={error} retry={() => setRound(round + 1)} />
  return <Block key={t('site.loading')} />
}
