import classes from './art.module.css'

/** Strokes on a 24 px grid. */
const PATHS = {
  ledger: 'M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3V4Zm0 13a3 3 0 0 1 3-3h11M9 8h6',
  orders: 'M7 4h10v16l-2.5-1.6L12 20l-2.5-1.6L7 20V4Zm3 4h4m-4 4h4',
  live: 'M3 12h4l2.5-7 5 14 2.5-7h4',
  shop: 'M4 9l1.5-5h13L20 9M4 9v11h16V9M4 9a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0A2.7 2.7 0 0 0 20 9M9 20v-6h6v6',
  rights: 'M12 3l7 3v5c0 4.6-2.9 8.2-7 10-4.1-1.8-7-5.4-7-10V6l7-3Zm-3 9 2.2 2.2L15.5 10',
  designer: 'M4 5h16v14H4V5Zm0 5h16M10 10v9',
  catalogue: 'M4 4h7v7H4V4Zm9 0h7v7h-7V4ZM4 13h7v7H4v-7Zm9 0h7v7h-7v-7Z',
  prices:
    'M4 8V6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v2a4 4 0 0 0 0 8v2a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-2a4 4 0 0 0 0-8Zm6 1h.01M14 15h.01M15 9l-6 6',
  freight:
    'M3 6h11v11H3V6Zm11 4h4l3 3.5V17h-7v-7ZM7.5 19.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm9.5 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  members:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 9c0-3.3 2.7-6 6-6s6 2.7 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5m2 3.4c1.8 1 3 3.2 3 5.6',
  refunds: 'M4 9h11a5 5 0 0 1 0 10H9M4 9l4-4M4 9l4 4',
  messages: 'M4 5h16v12H9l-5 4V5Zm4 4.5h8m-8 3.5h5',
  electronics: 'M7 7h10v10H7V7Zm3 3h4v4h-4v-4ZM9 3v4m6-4v4M9 17v4m6-4v4M3 9h4m-4 6h4m10-6h4m-4 6h4',
  textile: 'M6 4h12M6 20h12M8 4v16m8-16v16M8 8h8M8 12h8m-8 4h8M18 12c2 0 3 1 3 3s-1 3-3 3',
  automotive:
    'M3 15v-3l2-1 2-5h9l3 5 2 1v3h-2M7 15h9M6.5 17.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm11 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM7 11h11m-6-5v5',
  language: 'M4 6h9M8.5 4v2c0 4-2 6.5-5 8m2-5c1 2.5 3 4 6 5m1.5 6 4-10 4 10m-6.8-3h5.6',
  moon: 'M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500Z',
  sun: 'M12 16.500a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 2v2.500m0 15V22M2 12h2.500m15 0H22M5 5l1.7 1.700m10.6 10.600L19 19M5 19l1.7-1.700M17.3 6.7 19 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'M6 9l6 6 6-6',
  right: 'M5 12h14m-6-6 6 6-6 6',
  phone:
    'M5 4h4l1.5 5-2.5 1.500a12 12 0 0 0 5.5 5.500l1.5-2.5 5 1.500v4c0 .6-.4 1-1 1A16 16 0 0 1 4 5c0-.6.4-1 1-1Z',
  email: 'M3 6h18v12H3V6Zm0 1 9 6 9-6',
  address:
    'M12 21c4-4.3 7-7.7 7-11a7 7 0 1 0-14 0c0 3.3 3 6.7 7 11Zm0-8.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  hours: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3.5 2',
  check: 'M5 12.500l4.5 4.500L19 7.5',
  never: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM5.8 5.800l12.4 12.4',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm5-1.500L20 20',
  heading: 'M4 4h8l8 8-8 8-8-8V4Zm4 4h.01',
  origin: 'M6 21V4h11l-2 4 2 4H6',
  unit: 'M3 9h18v6H3V9Zm4 0v3m3.5-3v2m3-2v3m3.5-3v2',
  weight: 'M7 8h10l3 12H4L7 8Zm5 0a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  user: 'M12 11.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 20.500c0-4 3.6-7 8-7s8 3 8 7',
  declared: 'M8 5l-5 7 5 7m8-14 5 7-5 7M13.5 4l-3 16',
  grow: 'M4 20v-6h4v6m2 0V10h4v10m2 0V4h4v16M3 20h18',
  closed: 'M6 11h12v9H6v-9Zm3 0V8a3 3 0 0 1 6 0v3m-3 3.500v2',
  spark: 'M12 3l2 6.500L20.5 12 14 14.5 12 21l-2-6.500L3.5 12 10 9.5 12 3Z',
} as const

export type IconName = keyof typeof PATHS

/** Only to look at: what it means is said by the words beside it. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg className={classes.icon} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
