import { Button, Drawer } from '@arco-design/web-react'
import { IconEdit, IconHistory } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ADMIN_BASE } from '@/shared/base'
import { useWide } from '@/shared/hooks/useWide'
import ui from '@/shared/ui/ui.module.css'
import { Cell } from './cells/Cell'
import type { Custom } from './custom'
import { Comments } from './comments/Comments'
import { kindOf } from './kinds'
import classes from './list.module.css'
import { RowLinks } from './list/RowLinks'
import { RowHistory } from './RowHistory'
import { allFields, titleOf, type Resource, type ResourceRow } from './schema/types'
import { resourceOf } from './schema/store'
import { useLabel } from './schema/useLabel'
import type { RowAction } from './types'

interface RowDetailProps {
  resource: Resource
  custom: Custom
  row: ResourceRow
  actions: readonly RowAction<ResourceRow>[]
  close: () => void
  edit?: () => void
}

/** All of a row. */
export default function RowDetail({ resource, custom, row, actions, close, edit }: RowDetailProps) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const wide = useWide(768)
  const navigate = useNavigate()
  // What was changed of this very row.
  const history =
    resource.sensitive && resourceOf('security/sensitivedatalog')
      ? `${ADMIN_BASE}/security/sensitiveDataLog?sensitive.controller_as=${encodeURIComponent(resource.name)}&id_value=${row.id},${row.id}`
      : null
  const shown = allFields(resource).filter(
    (field) => !kindOf(field).secret && (field.name in row || field.kind === 'remoteSelect'),
  )
  return (
    <Drawer
      visible
      width={wide ? 560 : '100%'}
      title={titleOf(resource, row)}
      onCancel={close}
      unmountOnExit
      footer={
        <>
          <Button onClick={close}>{t('common.close')}</Button>
          {history && (
            <Button icon={<IconHistory />} onClick={() => void navigate(history)}>
              {t('resource.more.history')}
            </Button>
          )}
          {edit && (
            <Button type="primary" icon={<IconEdit />} onClick={edit}>
              {t('common.edit')}
            </Button>
          )}
        </>
      }
    >
      <dl className={`${ui.facts} ${classes.detail}`}>
        {shown.map((field) => [
          <dt key={`${field.name} label`}>{custom.titles?.[field.name] ?? labelOf(field.label)}</dt>,
          <dd key={field.name}>
            {custom.cells?.[field.name]?.(row, field) ?? (
              <Cell resource={resource} field={field} row={row} whole />
            )}
          </dd>,
        ])}
        {custom.more?.map((column) => [
          <dt key={`${column.key} label`}>{column.title}</dt>,
          <dd key={column.key}>{column.render(row)}</dd>,
        ])}
      </dl>
      <RowLinks row={row} actions={actions} />
      {resource.history && (
        <>
          <Comments page={resource.name} id={row.id} />
          <RowHistory resource={resource} row={row} />
        </>
      )}
    </Drawer>
  )
}
