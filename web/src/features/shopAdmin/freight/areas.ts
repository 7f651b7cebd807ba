import { ABROAD } from '@/shared/address/country'
import { http, type Schema } from '@/shared/http'

export interface Area extends Schema<'AreaOption'> {
  isLeaf?: boolean
  children?: Area[]
}

const known = new Map<string, Promise<Area[]>>()
const names = new Map<number, string>()

/** The areas below one: provinces, cities of a province, districts of a city. Asked for once. */
export function below(province?: number, city?: number): Promise<Area[]> {
  const key = `${province ?? ''}/${city ?? ''}`
  const asked = known.get(key)
  if (asked) return asked
  const asking = http.get('/admin/ajax/area', { province, city }).then(
    (list: Schema<'AreaOption'>[]) => {
      list.forEach(({ value, label }) => names.set(value, label))
      return list.map((one) => (city === undefined ? one : { ...one, isLeaf: true }))
    },
    (error: unknown) => {
      known.delete(key)
      throw error
    },
  )
  known.set(key, asking)
  return asking
}

/** An area's id says which province and city it is in: 440305 is in 440300, which is in 440000. */
export const provinceOf = (id: number): number => Math.floor(id / 10_000) * 10_000
export const cityOf = (id: number): number => Math.floor(id / 100) * 100

/** Loads what is needed to name these areas, and the branches that they are in. */
export async function loadFor(all: readonly number[]): Promise<void> {
  const ids = all.filter((id) => id !== ABROAD)
  await below()
  const provinces = new Set(ids.filter((id) => provinceOf(id) !== id).map(provinceOf))
  await Promise.all([...provinces].map((province) => below(province)))
  const cities = new Set(ids.filter((id) => cityOf(id) !== id).map(cityOf))
  await Promise.all([...cities].map((city) => below(provinceOf(city), city)))
}

export const nameOf = (id: number): string => names.get(id) ?? `#${id}`

/** The loaded part of the tree. */
export async function loadedTree(all: readonly number[]): Promise<Area[]> {
  const ids = all.filter((id) => id !== ABROAD)
  await loadFor(ids)
  const provinces = new Set(ids.filter((id) => provinceOf(id) !== id).map(provinceOf))
  const cities = new Set(ids.filter((id) => cityOf(id) !== id).map(cityOf))
  return Promise.all(
    (await below()).map(async (province) => {
      if (!provinces.has(province.value)) return { ...province }
      const children = await Promise.all(
        (await below(province.value)).map(async (city) =>
          cities.has(city.value)
            ? { ...city, children: await below(province.value, city.value) }
            : { ...city },
        ),
      )
      return { ...province, children }
    }),
  )
}
