import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { ADMIN_BASE } from '@/shared/base'
import { ApiError } from '@/shared/http/error'
import { session, type MenuRule } from '@/shared/session/store'
import classes from './ui.module.css'

/** Code of an answer to somebody who lacks the right. */
const NO_PERMISSION = 401

/** Whether choices could not be read because the reader may not see them: the list itself says so, with what is missing. */
export const isDenied = (error: unknown): boolean => error instanceof ApiError && error.code === NO_PERMISSION

/** The menu rule of a resource's page, by its controller, as `/admin/warehouse.Product`. */
export function ruleOf(rules: readonly MenuRule[], url: string): MenuRule | null {
  const path = url
    .replace(/^\/admin\//, '')
    .replaceAll('.', '/')
    .toLowerCase()
  for (const rule of rules) {
    if (rule.type === 'menu' && (rule.path || rule.name).toLowerCase() === path) return rule
    const inner = ruleOf(rule.children ?? [], url)
    if (inner) return inner
  }
  return null
}

interface Props {
  /** Controller of what is chosen, as `/admin/warehouse.Product`. */
  url: string
  /** What is chosen, where the reader may not see it. */
  denied?: string
}

/** Says that there is nothing to choose from yet, and leads to where it is made: in another tab, so that a form is kept. */
export function NoneYet({ url, denied }: Props) {
  const { t } = useTranslation()
  const { menus } = useSnapshot(session)
  const rule = ruleOf(menus as readonly MenuRule[], url)
  if (denied !== undefined)
    return <div className={classes.noneYet}>{t('common.mayNotSee', { name: denied })}</div>
  if (!rule) return <div className={classes.noneYet}>{t('common.empty')}</div>
  return (
    <div className={classes.noneYet}>
      <span>{t('common.noneYet', { name: rule.title })}</span>
      <a href={`${ADMIN_BASE}/${rule.path || rule.name}`} target="_blank" rel="noreferrer">
        {t('common.makeFirst')}
      </a>
    </div>
  )
}
