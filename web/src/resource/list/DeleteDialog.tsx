import { Alert, Button, Message, Modal } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { RouteLink } from '@/shared/ui/RouteLink'
import { ApiError, client, http } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'
import { fieldOf, stateLabel, titleOf, urlOf, type Resource, type ResourceRow } from '../schema/types'
import { useLabel } from '../schema/useLabel'
import { flattened } from './rows'
import classes from '../list.module.css'

const NAMED_MAX = 5
const USES_MAX = 10

/** What a row is used by that can't be deleted. */
interface Use {
  id: number
  /** What sort of thing. */
  by: string
  name: string
  /** The page that shows it. */
  link: string | null
}

interface DeleteDialogProps {
  resource: Resource
  /** The chosen rows; in a tree, with all rows below them. */
  ids: readonly number[]
  rows: readonly ResourceRow[]
  close: () => void
  deleted: () => void
}

/** Whether deleted rows go to the recycle bin; null when the reader may not know. */
function useRecycled(resource: Resource): boolean | null {
  const [recycled, setRecycled] = useState<boolean | null>(resource.recycle ? null : false)
  useEffect(() => {
    if (!resource.recycle) return
    const search = [{ field: 'controller_as', val: resource.name, operator: 'eq' }]
    http.get('/admin/security.DataRecycle/index', { limit: 1, search }).then(
      // Without a rule, master data is kept; logs and files are not.
      ({ list }) => setRecycled(list?.[0] ? list[0].status === 1 : resource.stamped),
      () => setRecycled(null),
    )
  }, [resource])
  return recycled
}

/** Confirms a deletion: explains its consequences, and shows what prevents it. */
export default function DeleteDialog({ resource, ids, rows, close, deleted }: DeleteDialogProps) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const { show } = useProblem()
  const recycled = useRecycled(resource)
  const [inUse, setInUse] = useState<readonly number[] | null>(null)
  const [uses, setUses] = useState<readonly Use[]>([])

  const known = new Map(flattened(rows).map(({ row }) => [row.id, row]))
  const nameOf = (id: number): string => {
    const row = known.get(id)
    return row ? titleOf(resource, row) : `#${id}`
  }
  const named = (list: readonly number[]): string => {
    const names = list.slice(0, NAMED_MAX).map(nameOf).join(t('resource.listSeparator'))
    return list.length > NAMED_MAX ? t('resource.andMore', { names, count: list.length - NAMED_MAX }) : names
  }

  const said = (what: 'deleted' | 'disabled', list: readonly number[]): string =>
    t(`resource.done.${what}`, {
      what: labelOf(resource.title),
      names: named(list),
      state: offWords && labelOf(offWords),
    })

  const { busy, submit } = useSubmit((error) => {
    const data = error instanceof ApiError && error.data.key === 'error.in_use' ? error.data : null
    if (data && Array.isArray(data.ids)) {
      setInUse(data.ids.map(Number))
      setUses(Array.isArray(data.uses) ? (data.uses as Use[]) : [])
    } else show(error)
  })
  const run = (act: () => Promise<unknown>): void => void submit(act, deleted)
  const remove = (list: readonly number[]) => () =>
    client.del(`${urlOf(resource)}/del`, { ids: list }, { announce: said('deleted', list) })
  const status = fieldOf(resource, 'status')
  const canDisable = status && resource.nodes.includes('edit') && !status.readonly
  const offWords =
    status &&
    (status.kind === 'radio' || status.kind === 'select'
      ? status.options?.find(({ value }) => value === 'disable')?.label
      : stateLabel(status, false))
  const disable = (list: readonly number[]) => async () => {
    const off = status?.kind === 'status' || status?.kind === 'switch' ? 0 : 'disable'
    for (const id of list) await client.post(`${urlOf(resource)}/edit`, { id, status: off })
    Message.success(said('disabled', list))
  }
  const free = ids.filter((id) => !inUse?.includes(id))

  return (
    <Modal
      visible
      title={t('resource.deleteTitle', { count: ids.length, name: labelOf(resource.title) })}
      onCancel={close}
      closable={!busy}
      maskClosable={!busy}
      footer={
        inUse ? (
          <>
            <Button onClick={close}>{t('common.close')}</Button>
            {free.length > 0 && (
              <Button status="danger" loading={busy} onClick={() => run(remove(free))}>
                {t('resource.deleteOthers', { count: free.length })}
              </Button>
            )}
            {canDisable && (
              <Button type="primary" loading={busy} onClick={() => run(disable(inUse))}>
                {t('resource.disableInstead', {
                  count: inUse.length,
                  state: offWords ? labelOf(offWords) : t('common.disabled'),
                })}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button onClick={close} disabled={busy}>
              {t('common.cancel')}
            </Button>
            <Button type="primary" status="danger" loading={busy} onClick={() => run(remove(ids))}>
              {t('common.del')}
            </Button>
          </>
        )
      }
    >
      {inUse ? (
        <>
          <Alert type="warning" content={t('resource.inUse', { count: inUse.length })} />
          <p className={classes.named}>{named(inUse)}</p>
          {uses.length > 0 && (
            <ul aria-label={t('resource.usedBy')}>
              {uses.slice(0, USES_MAX).map((use) => (
                <li key={`${use.id} ${use.by} ${use.name}`}>
                  {inUse.length > 1 && `${nameOf(use.id)}: `}
                  {use.by} {use.link ? <RouteLink to={use.link}>{use.name}</RouteLink> : use.name}
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <>
          <p className={classes.named}>{named(ids)}</p>
          <p>
            {recycled === null
              ? t('resource.deleteUnknown')
              : recycled
                ? t('resource.deleteRecycled')
                : t('resource.deleteForGood')}
          </p>
        </>
      )}
    </Modal>
  )
}
