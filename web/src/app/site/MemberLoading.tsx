import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { startSite } from '@/shared/http/member'
import { member } from '@/shared/session/member'
import { loadingTarget } from '@/shared/session/memberRules'
import { Problem } from '@/shared/ui/Page'
import { Block } from './Block'

/** Loads who is logged in and what they may open, then goes on to the target. */
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
        if (member.info) void navigate(loadingTarget(member.menus, to), { replace: true })
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
