import { ApiError } from '@/shared/http'

/** What the node says of the fields that a dialog has; null where it says nothing of them. */
export function faultsOf(
  error: unknown,
  knows: (field: string) => boolean,
): Readonly<Record<string, string>> | null {
  const found = error instanceof ApiError ? error.errors.filter(({ field }) => knows(field)) : []
  return found.length > 0 ? Object.fromEntries(found.map(({ field, msg }) => [field, msg])) : null
}
