import { Cascader } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { http, type Schema } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'
import { listOf } from '../cells/values'
import type { WidgetProps } from './types'

interface Area extends Schema<'AreaOption'> {
  isLeaf?: boolean
  children?: Area[]
}

const areas = (params: { province?: number; city?: number }): Promise<Area[]> =>
  http.get('/admin/ajax/area', params)

/** Province, city, district: asked for as they are opened. */
export default function City({ value, onChange, label, disabled, id }: WidgetProps) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [options, setOptions] = useState<Area[]>([])
  const path = listOf(value).map(Number)

  useEffect(() => {
    const load = async (): Promise<void> => {
      const provinces = await areas({})
      // The levels above the chosen area are loaded, so that its name can be shown.
      const [province, city] = path
      const mine = provinces.find((one) => one.value === province)
      if (mine && province !== undefined) {
        mine.children = await areas({ province })
        const below = mine.children.find((one) => one.value === city)
        if (below && city !== undefined)
          below.children = (await areas({ province, city })).map((one) => ({ ...one, isLeaf: true }))
      }
      setOptions(provinces)
    }
    load().catch(show)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for what the form began with
  }, [])

  return (
    <Cascader
      id={id}
      aria-label={label}
      allowClear
      disabled={disabled}
      placeholder={t('common.choose')}
      options={options as never}
      value={path.length ? (path as never) : undefined}
      loadMore={(chosen: (string | number)[], level) => {
        const [province, city] = chosen.map(Number)
        return areas(level === 1 ? { province } : { province, city })
          .then((list) => (level >= 2 ? list.map((one) => ({ ...one, isLeaf: true })) : list) as never)
          .catch((error: unknown) => {
            show(error)
            return [] as never
          })
      }}
      onChange={(next) => onChange?.(Array.isArray(next) ? next.map(String) : [])}
    />
  )
}
