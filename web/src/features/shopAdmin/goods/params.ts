import { parsed } from '../widgets/json'

/** A parameter of goods, or of a template: then its value is what goods begin with. */
export interface Param {
  name: string
  value: string
  /** 1: goods need a value. */
  required?: number
}

/** The name of the first parameter that needs a value and has none. */
export function missingParam(params: unknown): string | undefined {
  const rows = parsed<Param[]>(params, [])
  return Array.isArray(rows)
    ? rows.find(({ required, value }) => !!required && !value?.trim())?.name
    : undefined
}
