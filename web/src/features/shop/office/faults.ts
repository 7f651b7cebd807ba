import { ApiError } from '@/shared/http'

/** The node's errors about the fields of a dialog; null if there are none. */
export function faultsOf(
  error: unknown,
  knows: (field: string) => boolean,
): Readonly<Record<string, string>> | null {
  const found = error instanceof ApiError ? error.errors.filter(({ field }) => knows(field)) : []
  return found.length > 0 ? Object.fromEntries(found.map(({ field, msg }) => [field, msg])) : null
}
