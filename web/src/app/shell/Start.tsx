import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { session, type MenuRule } from '@/shared/session/store'
import { Nothing } from '@/shared/ui/Page'
import { firstPage } from './menus'

export function Start() {
  const { t } = useTranslation()
  const { menus } = useSnapshot(session)
  const first = firstPage(menus as MenuRule[])
  return first ? <Navigate to={`/admin/${first.name}`} replace /> : <Nothing text={t('error.noMenu')} />
}
