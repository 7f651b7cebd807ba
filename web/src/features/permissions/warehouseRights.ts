import type { Values } from '@/resource/schema/types'

/** What a group's members may do in a warehouse, from least to most. */
export const RIGHTS = ['see', 'work', 'decide'] as const
export type Right = (typeof RIGHTS)[number]

/** The rights of a group in its warehouses: one for all, and others in single ones. */
export interface GroupRights {
  everywhere: Right
  single: Readonly<Record<number, Right>>
}

const LIST_OF: Readonly<Record<Right, string>> = {
  see: 'see_warehouses',
  work: 'work_warehouses',
  decide: 'decide_warehouses',
}

/** The fields that the rights in single warehouses stand in. */
export const LISTS: readonly string[] = Object.values(LIST_OF)

const isRight = (value: unknown): value is Right => RIGHTS.some((right) => right === value)

function isRights(value: unknown): value is GroupRights {
  return typeof value === 'object' && value !== null && 'everywhere' in value
}

/** What the form holds: as it was chosen, or as the row has it. */
export function rightsOf(value: unknown, values: Values): GroupRights {
  if (isRights(value)) return value
  const single: Record<number, Right> = {}
  for (const right of RIGHTS) {
    const listed = values[LIST_OF[right]]
    if (Array.isArray(listed)) for (const warehouse of listed) single[Number(warehouse)] = right
  }
  return { everywhere: isRight(value) ? value : 'decide', single }
}

/** The same with another right in one warehouse; without one the right of all counts there. */
export function withRight(rights: GroupRights, warehouse: number, right: Right | null): GroupRights {
  const others = Object.entries(rights.single).filter(([id]) => Number(id) !== warehouse)
  return {
    ...rights,
    single: Object.fromEntries(right === null ? others : [...others, [warehouse, right]]),
  }
}

/** A form's body as the node takes it. */
export function outgoing(body: Values): Values {
  const { warehouse_right: rights, ...rest } = body
  if (!isRights(rights)) return body
  const listed = (right: Right): number[] =>
    Object.entries(rights.single)
      .filter(([, own]) => own === right)
      .map(([id]) => Number(id))
  return {
    ...rest,
    warehouse_right: rights.everywhere,
    ...Object.fromEntries(RIGHTS.map((right) => [LIST_OF[right], listed(right)])),
  }
}
