import type { TFunction } from 'i18next'

/** What tasks count, as their notes name it. */
const COUNTED: readonly string[] = [
  'products',
  'orders',
  'payments',
  'notifications',
  'coupons',
  'ending',
  'recharges',
  'files',
  'rows',
  'warehouses',
  'movements',
  'places',
  'reservations',
  'costs',
  'transfers',
  'shop orders',
  'count sheets',
  'commands',
  'members',
  'held batches and areas',
]

/** A task's note in the reader's language, such as `3 orders, 1 files`; one of another form as it is. */
export function outcome(message: string, t: TFunction): string {
  const parts = message.split(', ').map((part) => {
    const [, count, counted = '', road] =
      /^(\d+) ([a-z ]+?)(?: \((\d+) with goods on the road\))?$/.exec(part) ?? []
    if (count === undefined || !COUNTED.includes(counted)) return null
    const words = t(`crontab.counted.${counted.replaceAll(' ', '_')}`, { number: count })
    return road === undefined ? words : `${words}${t('crontab.onTheRoad', { number: road })}`
  })
  return parts.includes(null) ? message : parts.join(t('crontab.separator'))
}
