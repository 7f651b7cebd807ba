import { contains } from '@/shared/folded'
import { Select } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import type { Spot } from './places'

interface Props {
  label: string
  value: Spot | null
  spots: readonly Spot[]
  choose: (spot: Spot) => void
}

const key = ({ area, shelf }: Spot): string => `${area ?? 0} ${shelf ?? 0}`

/** The words for a place. */
export const useSpotName = (): ((spot: Pick<Spot, 'areaName' | 'shelfName'>) => string) => {
  const { t } = useTranslation()
  return ({ areaName, shelfName }) => [areaName, shelfName].filter(Boolean).join(' / ') || t('clerk.unplaced')
}

/** A place without a label is chosen from a list. */
export function SpotSelect({ label, value, spots, choose }: Props) {
  const nameOf = useSpotName()
  const options = spots.map((spot) => ({
    value: key(spot),
    label: [nameOf(spot), spot.code].filter(Boolean).join(' · '),
  }))
  if (value && !options.some((option) => option.value === key(value)))
    options.unshift({ value: key(value), label: nameOf(value) })
  return (
    <Select
      size="large"
      showSearch
      aria-label={label}
      placeholder={label}
      value={value ? key(value) : undefined}
      options={options}
      filterOption={(text, option) =>
        contains(String((option as { props: { children?: unknown } }).props.children), text)
      }
      onChange={(chosen: string) => {
        const spot = spots.find((one) => key(one) === chosen)
        if (spot) choose(spot)
      }}
    />
  )
}
