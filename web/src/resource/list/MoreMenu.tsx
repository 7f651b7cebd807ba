import { Button, Dropdown, Menu } from '@arco-design/web-react'
import { IconDown } from '@arco-design/web-react/icon'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ADMIN_BASE } from '@/shared/base'
import type { Params } from '@/shared/http'
import { resourceOf } from '../schema/store'
import { urlOf, type Resource } from '../schema/types'
import { useLabel } from '../schema/useLabel'
import { ExportDialog, withTexts } from './exportDialog'

const ImportDialog = lazy(() => withTexts(import('../dataExchange/ImportDialog')))

interface MoreMenuProps {
  resource: Resource
  /** What the list shows, for an export of the same. */
  params: Params
  done: () => void
}

/** Import, export, and links to the recycle bin and the log of sensitive fields. */
export function MoreMenu({ resource, params, done }: MoreMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const labelOf = useLabel()
  const [open, setOpen] = useState<'import' | 'export' | null>(null)
  const can = (action: string): boolean => resource.nodes.includes(action)
  const bin = resource.recycle && resourceOf('security/datarecyclelog')
  const history = resource.sensitive && resourceOf('security/sensitivedatalog')
  const items = [
    can('import') && 'import',
    can('export') && 'export',
    bin && 'bin',
    history && 'history',
  ].filter((item) => typeof item === 'string')
  if (items.length === 0) return null
  const choose = (key: string): void => {
    const of = (field: string): string => `${field}=${encodeURIComponent(resource.name)}`
    if (key === 'import' || key === 'export') setOpen(key)
    else if (key === 'bin')
      void navigate(`${ADMIN_BASE}/security/dataRecycleLog?${of('recycle.controller_as')}`)
    else void navigate(`${ADMIN_BASE}/security/sensitiveDataLog?${of('sensitive.controller_as')}`)
  }
  return (
    <>
      <Dropdown
        trigger="click"
        position="br"
        droplist={
          <Menu onClickMenuItem={choose}>
            {items.map((item) => (
              <Menu.Item key={item}>{t(`resource.more.${item}`)}</Menu.Item>
            ))}
          </Menu>
        }
      >
        <Button>
          {t('common.more')} <IconDown />
        </Button>
      </Dropdown>
      <Suspense fallback={null}>
        {open === 'import' && <ImportDialog resource={resource} close={() => setOpen(null)} done={done} />}
        {open === 'export' && (
          <ExportDialog
            list={{ url: urlOf(resource), title: labelOf(resource.title) }}
            params={params}
            close={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  )
}
