import { Cascader } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useWide } from '@/shared/hooks/useWide'
import classes from './address.module.css'
import { areasBelow, openedTo, type Area } from './areas'

interface Props {
  value?: number[]
  onChange?: (path: number[]) => void
  id?: string
  label: string
}

/** Province, city, district: asked for as they are opened, chosen down to where the tree ends. */
export function AreaCascader({ value, onChange, id, label }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const wide = useWide(560)
  const [options, setOptions] = useState<Area[]>([])

  useEffect(() => {
    let gone = false
    // The levels above the chosen area are loaded, so that its name can be shown.
    openedTo(value ?? []).then((tree) => {
      if (!gone) setOptions(tree)
    }, show)
    return () => {
      gone = true
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for what the form began with
  }, [])

  return (
    <Cascader
      id={id}
      aria-label={label}
      // In the page: a dialog on a phone cuts off all but the first rows.
      getPopupContainer={() => document.body}
      dropdownMenuClassName={wide ? undefined : classes.narrowAreas}
      allowClear
      placeholder={t('address.chooseArea')}
      options={options as never}
      value={value?.length ? (value as never) : undefined}
      loadMore={(chosen: (string | number)[]) =>
        areasBelow(chosen.map(Number)).catch((error: unknown) => {
          show(error)
          return []
        }) as never
      }
      onChange={(next) => onChange?.(Array.isArray(next) ? next.map(Number) : [])}
    />
  )
}
