import { Button, Drawer } from '@arco-design/web-react'
import { IconEdit, IconPrinter } from '@arco-design/web-react/icon'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Cell } from '@/resource/cells/Cell'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import { useResource } from '@/resource/schema/store'
import { allFields, type Resource, type ResourceRow } from '@/resource/schema/types'
import { useLabel } from '@/resource/schema/useLabel'
import { prefetchListing } from '@/resource/useListing'
import { usePermission } from '@/shared/hooks/usePermission'
import { useWide } from '@/shared/hooks/useWide'
import ui from '@/shared/ui/ui.module.css'
import { Estimate } from './Estimate'
import { Events } from './Events'
import { Goods } from './Goods'
import { placeOf } from './goods'
import LinesEditor from './LinesEditor'
import classes from './trade.module.css'

export const prefetch = prefetchListing

const DRAFT = 0
/** What stands elsewhere in the drawer. */
const APART = ['lines', 'id']

interface DetailProps {
  resource: Resource
  row: ResourceRow
  close: () => void
  edit?: () => void
}

/** A declaration whole: head, goods, what happened. It prints as it is. */
function Detail({ resource, row, close, edit }: DetailProps) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const wide = useWide(1024)
  const fields = allFields(resource).filter((field) => !APART.includes(field.name) && row[field.name] !== '')
  return (
    <Drawer
      visible
      width={wide ? 960 : '100%'}
      title={`${labelOf(resource.title)} ${String(row.number)}`}
      onCancel={close}
      unmountOnExit
      footer={
        <>
          <Button onClick={close}>{t('common.close')}</Button>
          <Button icon={<IconPrinter />} onClick={() => window.print()}>
            {t('trade.print')}
          </Button>
          {edit && (
            <Button type="primary" icon={<IconEdit />} onClick={edit}>
              {t('common.edit')}
            </Button>
          )}
        </>
      }
    >
      <dl className={`${ui.facts} ${classes.head}`}>
        {fields.map((field) => [
          <dt key={`${field.name} label`}>{labelOf(field.label)}</dt>,
          <dd key={field.name}>
            <Cell resource={resource} field={field} row={row} whole />
          </dd>,
        ])}
      </dl>
      <h3>{t('trade.goods')}</h3>
      <Goods value={row.lines} />
      <h3>{t('trade.events')}</h3>
      <Events declaration={row.id} />
    </Drawer>
  )
}

/** Customs declarations: drafts are edited, their steps are declared commands. */
export default function DeclarationPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const { resource } = useResource(name)
  const edits = usePermission('trade/declaration')('edit')
  const [estimated, setEstimated] = useState<ResourceRow | null>(null)
  const custom = useMemo<Custom>(() => {
    const draft = (row: ResourceRow): boolean => edits && Number(row.state) === DRAFT
    return {
      titleField: 'number',
      // Only drafts have a form.
      ownEdit: true,
      formWidth: 1040,
      widgets: { lines: LinesEditor },
      cells: {
        lines: (row) => String(row.line_count ?? ''),
        totals: (row) => <span className={classes.figures}>{String(row.totals ?? '')}</span>,
      },
      placeOf: (path) => {
        const place = placeOf(path)
        return (
          place &&
          (place.field
            ? t('trade.fieldOf', { field: t(`trade.fields.${place.field}`), number: place.line })
            : t('trade.line', { number: place.line }))
        )
      },
      furtherActions: ({ edit }) => [
        { key: 'edit', label: t('common.edit'), when: draft, run: (row) => edit(row.id) },
        { key: 'estimate', label: t('trade.estimate'), inMenu: true, run: setEstimated },
      ],
      detail: (row, close, { edit }) =>
        resource && (
          <Detail
            resource={resource}
            row={row}
            close={close}
            edit={
              draft(row)
                ? () => {
                    close()
                    edit(row.id)
                  }
                : undefined
            }
          />
        ),
    }
  }, [t, edits, resource])
  return (
    <>
      <ResourcePage name={name} custom={custom} />
      {estimated && (
        <Estimate id={estimated.id} title={String(estimated.number)} close={() => setEstimated(null)} />
      )}
    </>
  )
}
