import { TreeSelect } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ABROAD } from '@/shared/address/country'
import { useProblem } from '@/shared/hooks/useProblem'
import { below, loadedTree, nameOf, provinceOf, type Area } from './areas'

interface Props {
  label: string
  value: readonly number[]
  disabled?: boolean
  placeholder?: string
  onChange: (ids: number[]) => void
}

const asNodes = (areas: readonly Area[]): object[] =>
  areas.map(({ value, label, isLeaf, children }) => ({
    key: String(value),
    value: String(value),
    title: label,
    isLeaf,
    ...(children ? { children: asNodes(children) } : {}),
  }))

const abroad = String(ABROAD)

/** Provinces, cities, districts and all other countries, any of them; a branch is asked for when it is opened. */
export function AreaSelect({ label, value, disabled, placeholder, onChange }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [tree, setTree] = useState<Area[]>([])
  useEffect(() => {
    loadedTree(value).then(setTree, show)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for what the form began with
  }, [])

  const open = async (id: number): Promise<void> => {
    const province = provinceOf(id)
    const children = province === id ? await below(id) : await below(province, id)
    const into = (areas: readonly Area[]): Area[] =>
      areas.map((area) =>
        area.value === id
          ? { ...area, children }
          : area.children
            ? { ...area, children: into(area.children) }
            : area,
      )
    setTree((old) => into(old))
  }

  return (
    <TreeSelect
      multiple
      treeCheckable
      treeCheckStrictly
      allowClear
      showSearch
      filterTreeNode={(typed, node) => String(node.title ?? '').includes(typed)}
      maxTagCount={6}
      disabled={disabled}
      aria-label={label}
      placeholder={placeholder ?? t('common.choose')}
      treeData={
        [
          { key: abroad, value: abroad, title: t('shopAdmin.freight.abroad'), isLeaf: true },
          ...asNodes(tree),
        ] as never
      }
      value={
        value.map((id) => ({
          value: String(id),
          label: id === ABROAD ? t('shopAdmin.freight.abroad') : nameOf(id),
        })) as never
      }
      loadMore={(_, chosen: { key?: string }) => open(Number(chosen.key)).catch(show)}
      onChange={(chosen: unknown) => {
        const list = (Array.isArray(chosen) ? chosen : []) as (string | { value: string })[]
        onChange(list.map((one) => Number(typeof one === 'object' ? one.value : one)))
      }}
    />
  )
}
