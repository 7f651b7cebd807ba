/** Strokes on a 24 px grid, which only the other pages draw. */
export const PAGE_ICONS = {
  catalogue: 'M4 4h7v7H4V4Zm9 0h7v7h-7V4ZM4 13h7v7H4v-7Zm9 0h7v7h-7v-7Z',
  prices:
    'M4 8V6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v2a4 4 0 0 0 0 8v2a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-2a4 4 0 0 0 0-8Zm6 1h.01M14 15h.01M15 9l-6 6',
  freight:
    'M3 6h11v11H3V6Zm11 4h4l3 3.5V17h-7v-7ZM7.5 19.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm9.5 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  members:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 9c0-3.3 2.7-6 6-6s6 2.7 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5m2 3.4c1.8 1 3 3.2 3 5.6',
  refunds: 'M4 9h11a5 5 0 0 1 0 10H9M4 9l4-4M4 9l4 4',
  messages: 'M4 5h16v12H9l-5 4V5Zm4 4.5h8m-8 3.5h5',
  check: 'M5 12.500l4.5 4.500L19 7.5',
  never: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM5.8 5.800l12.4 12.4',
  heading: 'M4 4h8l8 8-8 8-8-8V4Zm4 4h.01',
  origin: 'M6 21V4h11l-2 4 2 4H6',
  unit: 'M3 9h18v6H3V9Zm4 0v3m3.5-3v2m3-2v3m3.5-3v2',
  weight: 'M7 8h10l3 12H4L7 8Zm5 0a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  declared: 'M8 5l-5 7 5 7m8-14 5 7-5 7M13.5 4l-3 16',
  grow: 'M4 20v-6h4v6m2 0V10h4v10m2 0V4h4v16M3 20h18',
  closed: 'M6 11h12v9H6v-9Zm3 0V8a3 3 0 0 1 6 0v3m-3 3.500v2',
  spark: 'M12 3l2 6.500L20.5 12 14 14.5 12 21l-2-6.500L3.5 12 10 9.5 12 3Z',
} as const
