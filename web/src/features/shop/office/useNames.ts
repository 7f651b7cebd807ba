import { useFetched } from '@/shared/hooks/useFetched'
import { namesOf } from './calls'

/** What rows of another resource are called; the number where a name can't be seen. */
export function useNames(url: string, ids: readonly (number | null | undefined)[]): (id: number) => string {
  const wanted = [...new Set(ids.filter((id): id is number => Boolean(id)))].sort((a, b) => a - b)
  const fetched = useFetched(`${url} ${wanted.join()}`, (signal) => namesOf(url, wanted, signal))
  return (id) => fetched.data?.get(id) ?? `#${id}`
}
