import { useEffect } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { http } from '@/shared/http'
import { session } from '@/shared/session/store'
import type { Resource } from './types'

interface Schemas {
  /** Whose these are. */
  admin: number | null
  byName: Record<string, Resource>
  error: unknown
}

/** After this long a page that opens asks again; unchanged, the node answers with a 304. */
const FRESH_MS = 60_000

export const schemas = proxy<Schemas>({ admin: null, byName: ref<Record<string, Resource>>({}), error: null })
let asked: { admin: number; at: number; answer: Promise<void> } | null = null

function keep(admin: number, resources: readonly Resource[]): void {
  schemas.byName = ref(Object.fromEntries(resources.map((resource) => [resource.name, resource])))
  schemas.admin = admin
  schemas.error = null
}

/** Names of kinds and rules are texts in the document; here they are those that the web knows. */
const ask = async (): Promise<readonly Resource[]> =>
  (await http.get('/admin/resource/schema')).resources as readonly Resource[]
let early: ReturnType<typeof ask> | null = null

/** Loads the declarations before it is known who is signed in; the answer is stored once that is known. */
export async function prefetchSchemas(): Promise<readonly Resource[]> {
  early ??= ask()
  const loaded = await early.catch(() => null)
  if (!loaded) {
    early = null
    return []
  }
  if (session.admin) await loadSchemas()
  else {
    const stop = subscribeKey(session, 'admin', () => {
      stop()
      void loadSchemas()
    })
  }
  return loaded
}

/** The declarations, asked for once; the browser keeps them by their entity tag. */
export function loadSchemas(again = false): Promise<void> {
  const admin = session.admin?.id ?? 0
  if (!again && asked?.admin === admin && Date.now() - asked.at < FRESH_MS) return asked.answer
  const begun = early ?? ask()
  early = null
  const answer = begun.then(
    (resources) => keep(admin, resources),
    (error: unknown) => {
      asked = null
      schemas.error = ref(error instanceof Error ? error : new Error(String(error)))
    },
  )
  asked = { admin, at: Date.now(), answer }
  return answer
}

const plain = (name: string): string => name.replaceAll('.', '/').toLowerCase()

/** By the path of its menu rule or by its controller. */
export function resourceOf(name: string): Resource | undefined {
  return schemas.byName[plain(name)]
}

/** The same, among prefetched ones. */
export function resourceAmong(resources: readonly Resource[], name: string): Resource | undefined {
  return resources.find((resource) => resource.name === plain(name))
}

/** A resource's declaration; `undefined` while it is on its way, `null` when the caller has none of that name. */
export function useResource(name: string): { resource: Resource | null | undefined; error: unknown } {
  const { byName, error, admin } = useSnapshot(schemas)
  useEffect(() => void loadSchemas(), [name])
  const resource = byName[plain(name)] as Resource | undefined
  const arrived = admin !== null && admin === (session.admin?.id ?? 0)
  return { resource: resource ?? (arrived ? null : undefined), error: arrived ? null : error }
}
