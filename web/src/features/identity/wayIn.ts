import { ADMIN_BASE } from '@/shared/base'

/** Only ways into our own back office; anything else would be a door for others. Its entrances lead nowhere themselves. */
export function wayIn(wanted: string | null): string {
  const inside = wanted && (wanted === ADMIN_BASE || /^[/?]/.test(wanted.slice(ADMIN_BASE.length)))
  const entrance = [`${ADMIN_BASE}/login`, `${ADMIN_BASE}/password`]
  return inside && wanted.startsWith(ADMIN_BASE) && !entrance.some((path) => wanted.startsWith(path))
    ? wanted
    : ADMIN_BASE
}
