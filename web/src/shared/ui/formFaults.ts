import { ApiError } from '@/shared/http/error'

/** Of Arco's form, whatever its values. */
interface FormOfFields {
  getFieldValue(name: PropertyKey): unknown
  setFields(fields: object): void
}

/**
 * Shows what a refusal says of fields at the fields of a form: away from them its words say nothing. Answers whether that
 * was all of it. `names`: the fields that are shown; `places`: where the server calls one otherwise.
 */
export function showAtFields(
  form: FormOfFields,
  error: unknown,
  names: readonly string[],
  places: Readonly<Record<string, string>> = {},
): boolean {
  const faults = error instanceof ApiError ? error.errors : []
  const placed = faults.flatMap(({ field, msg: message }) => {
    const name = places[field] ?? field
    return names.includes(name)
      ? [[name, { value: form.getFieldValue(name), error: { message } }] as const]
      : []
  })
  form.setFields(Object.fromEntries(placed))
  return faults.length > 0 && placed.length === faults.length
}
