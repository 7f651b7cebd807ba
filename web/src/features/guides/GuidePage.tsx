import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { ADMIN_BASE } from '@/shared/base'
import type { Job } from '@/shared/guides'
import { session, type MenuRule } from '@/shared/session/store'
import { Page } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import { GuideSteps, type Lead } from './GuideSteps'

type Rules = readonly Pick<MenuRule, 'name' | 'title' | 'path'>[] & readonly { children?: Rules }[]

function ruleNamed(rules: Rules, name: string): Rules[number] | undefined {
  for (const rule of rules) {
    const found = rule.name === name ? rule : ruleNamed(rule.children ?? [], name)
    if (found) return found
  }
  return undefined
}

/** The guide of a job in the back office; a step leads to its page where the reader has it. */
export default function GuidePage({ job }: { job: Job }) {
  const { t } = useTranslation()
  const { menus } = useSnapshot(session)
  const leadTo = (page: string): Lead | null => {
    const rule = ruleNamed(menus, page)
    return rule ? { to: `${ADMIN_BASE}/${rule.path || rule.name}`, title: rule.title } : null
  }
  return (
    <Page
      title={t(`guides.${job}.title`)}
      remark={t(`guides.${job}.for`)}
      actions={<RouteLink to={`${ADMIN_BASE}/guide`}>{t('guides.all')}</RouteLink>}
    >
      <GuideSteps job={job} leadTo={leadTo} />
    </Page>
  )
}
