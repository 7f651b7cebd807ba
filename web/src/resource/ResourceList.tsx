import { Button } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useSnapshot } from 'valtio'
import { client } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'
import { useTopics } from '@/shared/hooks/useTopics'
import { allowsNode } from '@/shared/session/nodes'
import { session } from '@/shared/session/store'
import { Card, Nothing, Page } from '@/shared/ui/Page'
import { RefreshButton } from '@/shared/ui/RefreshButton'
import { useCommands } from './commands/useCommands'
import type { Custom, PageTools } from './custom'
import { FilterBar } from './FilterBar'
import { listFilters } from './list/filters'
import { MoreMenu } from './list/MoreMenu'
import { branches, flattened, withBelow } from './list/rows'
import { SavedFilters } from './list/SavedFilters'
import { useColumns } from './list/useColumns'
import { useShortcuts } from './list/useShortcuts'
import { ViewSettings } from './list/ViewSettings'
import { SelectionBar } from './listPage/SelectionBar'
import { ListView } from './ListView'
import { urlOf, type Resource, type ResourceRow } from './schema/types'
import { useLabel } from './schema/useLabel'
import type { DragSort, RowAction } from './types'
import { useListing } from './useListing'
import { useListState } from './useListState'

// Loaded after the list itself.
const DeleteDialog = lazy(() => import('./list/DeleteDialog'))
const ResourceForm = lazy(() => import('./ResourceForm'))
const RowDetail = lazy(() => import('./RowDetail'))

/** Trees up to this many rows open by themselves; larger ones at their first level. */
const OPEN_MAX = 150

export function ResourceList({ resource, custom }: { resource: Resource; custom: Custom }) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const { show } = useProblem()
  const url = urlOf(resource)
  const can = (action: string): boolean => resource.nodes.includes(action)
  const mayDelete = can('del') && !custom.undeletable
  const [target, setTarget] = useState<number | 'new' | null>(null)
  const [chosen, setChosen] = useState<number[]>([])
  const [doomed, setDoomed] = useState<readonly number[] | null>(null)
  const [open, setOpen] = useState<number[] | null>(null)

  const [search] = useSearchParams()
  const linked = [...search.keys()].join()
  const filters = useMemo(() => {
    const declared = listFilters(resource, linked.split(',').filter(Boolean), { labelOf })
    return [...(custom.filters ?? []), ...declared]
  }, [resource, labelOf, linked, custom.filters])
  const state = useListState(filters)
  // In the address, so that a link opens a row's panel.
  const viewed = Number(state.value('row')) || null
  const setViewed = (id: number | null): void =>
    state.set({ row: id === null ? null : String(id), page: state.value('page') || null })
  const fetched = useListing<ResourceRow>(url, state)
  const { reload } = fetched
  useTopics([`resource:${resource.controller}`, ...(custom.topics ?? [])], reload)

  const rows = useMemo(() => fetched.data?.list ?? [], [fetched.data])
  const all = useMemo(() => flattened(rows).map(({ row }) => row), [rows])
  const forks = useMemo(() => (resource.tree ? branches(rows) : []), [resource.tree, rows])
  // A tree opens once its rows are there; later rows keep what the reader has opened.
  const firstForks = useRef(false)
  useEffect(() => {
    if (!resource.tree || firstForks.current || !fetched.data) return
    firstForks.current = true
    const first = rows.filter((row) => row.type === 'menu_dir' || all.length <= OPEN_MAX)
    setOpen(all.length <= OPEN_MAX ? forks : first.map((row) => row.id))
  }, [resource.tree, fetched.data, forks, rows, all])

  const { narrowed } = useSnapshot(session)
  /** Whether the row may be changed at all, and its warehouse allows it. */
  const changeable = useCallback(
    (row: ResourceRow, action = 'edit') => {
      const warehouse = resource.warehouse ? row[resource.warehouse] : null
      const allowed =
        typeof warehouse !== 'number' ||
        // A row of no warehouse is anybody's.
        warehouse === 0 ||
        allowsNode(narrowed, `${resource.name}/${action}`, warehouse)
      return allowed && (custom.changeable?.(row, fetched.data) ?? true)
    },
    [custom, fetched.data, resource, narrowed],
  )
  const deletable = (row: ResourceRow): boolean =>
    mayDelete && changeable(row, 'del') && (custom.deletable?.(row) ?? true)
  const columns = useColumns(resource, custom, changeable, reload)

  const tools: PageTools = { reload, edit: setTarget }
  const commands = useCommands({
    resource,
    changeable: (row, command) => changeable(row, command) && (custom.offers?.(command, row) ?? true),
    done: () => {
      setChosen([])
      reload()
    },
  })
  const actions: RowAction<ResourceRow>[] = [
    ...(custom.actions?.(tools) ?? []),
    ...commands.actions,
    {
      key: 'edit',
      label: t('common.edit'),
      run: (row) => setTarget(row.id),
      when: (row) => can('edit') && !custom.ownEdit && changeable(row),
    },
    ...(custom.furtherActions?.(tools) ?? []),
    {
      key: 'del',
      label: t('common.del'),
      danger: true,
      run: (row) => remove([row.id]),
      when: deletable,
    },
  ]
  /** Chosen rows that are kept where they are; of those on other pages the server says so. */
  const kept = all.filter((row) => chosen.includes(row.id) && !deletable(row)).length
  const remove = (ids: readonly number[]): void => setDoomed(resource.tree ? withBelow(rows, ids) : ids)

  const weigh = resource.weigh
  const ordered = state.order.split(',')[0] || resource.order.field
  const sort: DragSort | undefined =
    weigh && can('sortable')
      ? {
          possible: ordered === weigh && !state.quick,
          move: (moved, toward, direction) => {
            const order = state.order || `${weigh},${resource.order.descending ? 'desc' : 'asc'}`
            client
              .post(`${url}/sortable`, { move: moved, target: toward, order, direction })
              .then(reload, show)
          },
        }
      : undefined

  const adds = can('add') && !custom.ownAdd
  const add = adds && (
    <Button type="primary" icon={<IconPlus />} onClick={() => setTarget('new')}>
      {t('common.add')}
    </Button>
  )
  const frame = useRef<HTMLDivElement>(null)
  useShortcuts({
    n: adds ? () => setTarget('new') : undefined,
    r: reload,
    '/': () => frame.current?.querySelector<HTMLInputElement>('[data-quick]')?.focus(),
  })

  const view = viewed === null ? undefined : all.find((row) => row.id === viewed)
  return (
    <Page
      title={custom.title ?? labelOf(resource.title)}
      remark={fetched.data?.remark || custom.remark}
      actions={
        <>
          {custom.head?.(tools)}
          <RefreshButton refresh={reload} />
          <MoreMenu resource={resource} params={state.params} done={reload} />
          {add}
        </>
      }
    >
      {custom.above}
      <div ref={frame}>
        <Card>
          <FilterBar
            filters={filters}
            state={state}
            quickHint={resource.quickSearch.length ? t('resource.search') : undefined}
            tools={
              <>
                {resource.tree && forks.length > 0 && (
                  <Button onClick={() => setOpen(open?.length ? [] : forks)}>
                    {t(open?.length ? 'resource.fold' : 'resource.unfold')}
                  </Button>
                )}
                {(filters.length > 0 || resource.quickSearch.length > 0) && (
                  <SavedFilters list={resource.name} />
                )}
                <ViewSettings name={resource.name} columns={columns} />
              </>
            }
          />
          <SelectionBar ids={chosen} set={setChosen}>
            {custom.chosen?.(chosen, { ...tools, clear: () => setChosen([]) })}
            {commands.buttons(chosen, all)}
            {mayDelete && (
              <Button
                size="small"
                status="danger"
                disabled={kept > 0}
                title={kept > 0 ? t('resource.kept', { count: kept }) : undefined}
                onClick={() => remove(chosen)}
              >
                {t('common.del')}
              </Button>
            )}
          </SelectionBar>
          <ListView
            name={resource.name}
            label={labelOf(resource.title)}
            state={state}
            fetched={fetched}
            columns={columns}
            actions={actions}
            onOpen={(row) => setViewed(row.id)}
            onKey={(key, row) => {
              if (key === 'e' && can('edit') && !custom.ownEdit && changeable(row)) setTarget(row.id)
              else if (key === 'Delete' && deletable(row)) remove([row.id])
              else return false
              return true
            }}
            selection={
              mayDelete || custom.chosen || commands.many ? { ids: chosen, set: setChosen } : undefined
            }
            expanded={resource.tree ? { ids: open ?? [], set: setOpen } : undefined}
            sort={sort}
            body={
              custom.body &&
              ((list) => custom.body?.(list, { chosen, choose: setChosen, open: (row) => setViewed(row.id) }))
            }
            empty={custom.empty ?? <Nothing>{add}</Nothing>}
          />
        </Card>
      </div>
      {commands.dialog}
      <Suspense>
        {view &&
          (custom.detail?.(view, () => setViewed(null), tools) ?? (
            <RowDetail
              resource={resource}
              custom={custom}
              row={view}
              actions={actions}
              close={() => setViewed(null)}
              edit={
                can('edit') && !custom.ownEdit && changeable(view)
                  ? () => {
                      setViewed(null)
                      setTarget(view.id)
                    }
                  : undefined
              }
            />
          ))}
        {target !== null && (
          <ResourceForm
            resource={resource}
            custom={custom}
            target={target}
            close={() => setTarget(null)}
            saved={() => {
              setTarget(null)
              reload()
            }}
          />
        )}
        {doomed && (
          <DeleteDialog
            resource={resource}
            ids={doomed}
            rows={rows}
            close={() => setDoomed(null)}
            deleted={() => {
              setDoomed(null)
              setChosen((ids) => ids.filter((id) => !doomed.includes(id)))
              reload()
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}
