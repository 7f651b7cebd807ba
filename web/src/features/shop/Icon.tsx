import { STAR } from '@/shared/ui/starPath'
import classes from './shop.module.css'

/** Strokes on a 24 px grid. */
const PATHS = {
  home: 'M4 11 12 4l8 7v9h-5.500v-6h-5v6H4v-9Z',
  grid: 'M4 4h6.500v6.500H4V4Zm9.500 0H20v6.500h-6.500V4ZM4 13.500h6.500V20H4v-6.500Zm9.500 0H20V20h-6.500v-6.500Z',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.500 8.500c.8-4 3.900-6 7.500-6s6.700 2 7.500 6',
  card: 'M3 6h18v12H3V6Zm0 4h18M6.500 14.500h4',
  box: 'M4 8l8-4 8 4v8.500L12 20.500 4 16.500V8Zm0 0 8 4 8-4m-8 4v8.500',
  back: 'M8.500 5 4.500 9l4 4m-4-4h9.500a5.500 5.500 0 0 1 0 11H9',
  cart: 'M3 4h2.500l2 11.500h10L20 7.500H6.200M9 20.500h.01M16.500 20.500h.01',
  search: 'M10.500 17.500a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 5 5',
  bell: 'M5 17h14l-1.500-2.500V10a5.500 5.500 0 0 0-11 0v4.500L5 17Zm5 3h4',
  left: 'M14.500 5 8 12l6.500 7',
  right: 'M9.500 5l6.500 7-6.500 7',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  star: STAR,
  ticket: 'M4 7h16v3.500a1.500 1.500 0 0 0 0 3V17H4v-3.500a1.500 1.500 0 0 0 0-3V7Zm10 0v2m0 2v2m0 2v2',
  bin: 'M5 7h14M10 7V4.500h4V7m-7.500 0 .8 13h9.400l.8-13M10 11v5.500m4-5.500v5.500',
  filter: 'M4 6h16M7 12h10m-7 6h4',
  orders: 'M7 4h10v16l-2.500-1.600L12 20l-2.500-1.600L7 20V4Zm3 4h4m-4 4h4',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3.500 2',
  truck:
    'M3 6h11v11H3V6Zm11 4h4l3 3.500V17h-7v-7ZM7.500 19.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm9.500 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
} as const

/** Decorative: the text beside it says what it means. */
export function Icon({ name, size = 20, full }: { name: keyof typeof PATHS; size?: number; full?: boolean }) {
  return (
    <svg
      className={classes.icon}
      data-full={full}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
