import type { Field, Values } from '@/resource/schema/types'

/** The field that says which of an audience it is for. */
const CHOSEN: Readonly<Record<string, string>> = {
  groups: 'group_ids',
  members: 'member_ids',
  companies: 'company_ids',
}

/** Whether the form asks for a field: of the choices of people, the one of the audience. */
export const asksFor = ({ name }: Pick<Field, 'name'>, values: Values): boolean =>
  !Object.values(CHOSEN).includes(name) || CHOSEN[String(values.audience)] === name
