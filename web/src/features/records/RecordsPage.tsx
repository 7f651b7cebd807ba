import { ResourcePage } from '@/resource/ResourcePage'
import { declarations } from './declarations'

/** Warehouses, areas, shelves, products, suppliers, customers: one page, told apart by the menu rule. */
export default function RecordsPage({ name }: { name: string }) {
  const declaration = declarations[name]
  return declaration ? <ResourcePage key={name} declaration={declaration} /> : null
}
