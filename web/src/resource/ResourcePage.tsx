import { Button, Message, Modal, Switch, Tag } from '@arco-design/web-react'
import { IconPlus, IconRefresh } from '@arco-design/web-react/icon'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { http } from '@/shared/http'
import { useMay } from '@/shared/hooks/useMay'
import { useProblem } from '@/shared/hooks/useProblem'
import { useTopics } from '@/shared/hooks/useTopics'
import { Numeral } from '@/shared/ui/Numeral'
import { Card, Nothing, Page } from '@/shared/ui/Page'
import { moment } from '@/shared/ui/time'
import { labelKey, type Cell, type Declaration, type Field, type ResourceRow } from './declaration'
import { FilterBar } from './FilterBar'
import classes from './list.module.css'
import { ListView } from './ListView'
import { ResourceForm } from './ResourceForm'
import type { Column, Filter, RowAction } from './types'
import { useListing } from './useListing'
import { useListState } from './useListState'

/** The page that a declaration becomes: list, filters, form, deletion. */
export function ResourcePage({ declaration }: { declaration: Declaration }) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const can = useMay(declaration.name)
  const [target, setTarget] = useState<number | 'new' | null>(null)
  const [chosen, setChosen] = useState<number[]>([])

  const filters = useMemo<Filter[]>(
    () =>
      declaration.fields
        .filter((field) => field.filter)
        .map((field) => {
          const label = t(labelKey(field))
          if (field.kind === 'remote')
            return {
              kind: 'remote',
              field: field.name,
              label,
              url: field.url ?? '',
              optionLabel: field.optionLabel,
            }
          const options =
            field.kind === 'switch'
              ? [
                  { value: '1', label: t('common.enabled') },
                  { value: '0', label: t('common.disabled') },
                ]
              : (field.choices ?? []).map((choice) => ({
                  value: String(choice.value),
                  label: choice.key ? t(choice.key) : (choice.text ?? ''),
                }))
          return { kind: 'select', field: field.name, label, options }
        }),
    [declaration, t],
  )
  const state = useListState(filters)
  const fetched = useListing<ResourceRow>(declaration.url, state)
  useTopics(declaration.topics ?? [], fetched.reload)

  const flip = (field: Field, row: ResourceRow) => async (on: boolean) => {
    try {
      await http.post(`${declaration.url}/edit`, { id: row.id, [field.name]: on ? 1 : 0 })
      fetched.reload()
    } catch (error) {
      show(error)
    }
  }

  const cell = (field: Field) => (row: ResourceRow) => {
    const value = row[field.name] as Cell
    switch (field.kind) {
      case 'switch':
        return (
          <span onClick={(event) => event.stopPropagation()}>
            <Switch
              size="small"
              aria-label={`${t(labelKey(field))} ${String(row.name ?? row.id)}`}
              checked={Number(value) === 1}
              disabled={!can('edit')}
              onChange={(on) => void flip(field, row)(on)}
            />
          </span>
        )
      case 'choice': {
        const choice = field.choices?.find((one) => one.value === value)
        return choice ? <Tag>{choice.key ? t(choice.key) : choice.text}</Tag> : '–'
      }
      case 'remote':
        return field.shownBy?.(row) ?? '–'
      case 'decimal':
      case 'whole':
        return <Numeral value={value} digits={field.places === 2 ? 2 : undefined} />
      default:
        return value === null || value === undefined || value === '' ? '–' : String(value)
    }
  }

  const columns: Column<ResourceRow>[] = [
    ...declaration.fields
      .filter((field) => field.inList !== false)
      .map((field) => ({
        key: field.name,
        title: t(labelKey(field)),
        numeric: field.kind === 'decimal' || field.kind === 'whole',
        primary: field.name === 'name',
        sortable: field.sortable,
        render: cell(field),
      })),
    {
      key: 'create_time',
      title: t('common.createTime'),
      sortable: true,
      wideOnly: true,
      render: (row) => moment(row.create_time as number),
    },
  ]

  const remove = (ids: number[]): void => {
    Modal.confirm({
      title: t('common.del'),
      content: t('common.delConfirm', { count: ids.length }),
      okButtonProps: { status: 'danger' },
      onOk: async () => {
        try {
          await http.del(`${declaration.url}/del`, { ids })
          setChosen([])
          Message.success(t('common.success'))
          fetched.reload()
        } catch (error) {
          show(error)
        }
      },
    })
  }

  const actions: RowAction<ResourceRow>[] = [
    { key: 'edit', label: t('common.edit'), run: (row) => setTarget(row.id), when: () => can('edit') },
    {
      key: 'del',
      label: t('common.del'),
      danger: true,
      run: (row) => remove([row.id]),
      when: () => can('del'),
    },
  ]
  const add = can('add') && (
    <Button type="primary" icon={<IconPlus />} onClick={() => setTarget('new')}>
      {t('common.add')}
    </Button>
  )

  return (
    <Page
      title={t(declaration.title)}
      remark={fetched.data?.remark || t(`resource.${declaration.words}.remark`)}
      actions={
        <>
          <Button icon={<IconRefresh />} aria-label={t('common.refresh')} onClick={fetched.reload} />
          {add}
        </>
      }
    >
      <Card>
        <FilterBar filters={filters} state={state} quickHint={t('resource.search')} />
        {chosen.length > 0 && (
          <div className={classes.selection}>
            <span>{t('common.selected', { count: chosen.length })}</span>
            <Button size="small" status="danger" onClick={() => remove(chosen)}>
              {t('common.del')}
            </Button>
          </div>
        )}
        <ListView
          label={t(declaration.title)}
          state={state}
          fetched={fetched}
          columns={columns}
          actions={actions}
          onOpen={can('edit') ? (row) => setTarget(row.id) : undefined}
          selection={can('del') ? { ids: chosen, set: setChosen } : undefined}
          empty={<Nothing>{add}</Nothing>}
        />
      </Card>
      {target !== null && (
        <ResourceForm
          declaration={declaration}
          target={target}
          close={() => setTarget(null)}
          saved={() => {
            setTarget(null)
            fetched.reload()
          }}
        />
      )}
    </Page>
  )
}
