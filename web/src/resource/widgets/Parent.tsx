import { contains } from '@/shared/folded'
import { TreeSelect } from '@arco-design/web-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { urlOf, type ResourceRow } from '../schema/types'
import type { WidgetProps } from './types'

interface Node {
  key: string
  title: string
  disabled?: boolean
  children?: Node[]
}

/** Chooses the parent in the same tree: not the row itself, and no row below it. */
export default function Parent({ resource, row, value, onChange, label, disabled }: WidgetProps) {
  const { t } = useTranslation()
  const fetched = useFetched<ResourceRow[]>(`${resource.controller} parents`, async (signal) => {
    const { list } = await client.get<{ list: ResourceRow[] }>(
      `${urlOf(resource)}/index`,
      { limit: 200 },
      signal,
    )
    return list
  })
  const nodes = useMemo(() => {
    const of = (rows: readonly ResourceRow[], barred: boolean): Node[] =>
      rows
        .filter((one) => one.type !== 'button')
        .map((one) => {
          const off = barred || one.id === row?.id
          return {
            key: String(one.id),
            title: String(
              one[resource.titleField === 'name' && one.title ? 'title' : resource.titleField] ?? one.id,
            ),
            disabled: off,
            children: one.children ? of(one.children, off) : undefined,
          }
        })
    return of(fetched.data ?? [], false)
  }, [fetched.data, row, resource])
  const chosen = Number(value ?? 0)
  return (
    <TreeSelect
      aria-label={label}
      allowClear
      showSearch
      filterTreeNode={(text, node) => contains(String((node.props as { title?: unknown }).title ?? ''), text)}
      disabled={disabled}
      loading={fetched.loading}
      placeholder={t('widgets.noParent')}
      treeData={nodes}
      value={chosen > 0 && fetched.data ? String(chosen) : undefined}
      onChange={(next?: string) => onChange?.(next ? Number(next) : 0)}
    />
  )
}
