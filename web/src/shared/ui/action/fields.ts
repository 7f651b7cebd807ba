import type { TFunction } from 'i18next'
import { isValidElement, type ReactElement, type ReactNode } from 'react'
import type { RemoteSelectProps } from '../RemoteSelect'

interface Common<V, N, T = never> {
  /** As the node names it in its faults. */
  name: N
  label?: string
  /** What is said where it is empty, once sending was tried. */
  needed?: string
  /** What is wrong with it, said once sending was tried. */
  rule?: string | false | null
  /** What is wrong with it, said at once. */
  wrong?: string | false | null
  /** Marked as required although no rule of its own says so. */
  required?: boolean
  hint?: ReactNode
  placeholder?: string
  /** Two of these stand side by side where there is room. */
  half?: boolean
  /** Other values that change with it. */
  resets?: Partial<V> | ((value: T) => Partial<V>)
  /** Other fields whose faults may be caused by it. */
  also?: readonly (keyof V)[]
  /** What else the node calls it. */
  alias?: RegExp
}

interface TextKind {
  kind: 'text'
  /** Characters at most. */
  most?: number
  inputMode?: 'decimal' | 'numeric' | 'tel'
  suffix?: string
  autoComplete?: string
  /** Enter sends. */
  enter?: boolean
}

/** The caller's password, to be sent with Enter as well. */
interface PasswordKind {
  kind: 'password'
}

interface LongKind {
  kind: 'long'
  /** Characters at most. */
  most: number
  /** Says how many characters are left. */
  counts?: boolean
  rows?: number
  autoComplete?: string
}

interface Option<T> {
  value: T
  label: string
  hint?: string
}

interface ChoiceKind<T> {
  kind: 'radio' | 'select'
  options: readonly Option<T>[]
  look?: 'button' | 'vertical'
  /** Its name where no label is shown. */
  named?: string
}

type RowKind = { kind: 'row' } & Pick<
  RemoteSelectProps,
  'url' | 'params' | 'known' | 'allowClear' | 'disabled'
> & { text?: RemoteSelectProps['label'] }

interface WarehouseKind {
  kind: 'warehouse'
  /** The permission node of what is done there. */
  usableFor: string
  allowClear?: boolean
}

interface PlainKind<K> {
  kind: K
}

/** An input of the dialog's own, with label, hint and fault. */
interface OwnKind {
  kind: 'own'
  input: ReactNode | ((given: { id: string; wrong: boolean; send: () => void }) => ReactNode)
  /** The input itself says what is wrong with its value. */
  faulty?: boolean
}

type Choosable = string | number | boolean

type KindOf<T> =
  | ([T] extends [string] ? TextKind | LongKind | PasswordKind : never)
  | ([T] extends [number | null] ? RowKind | WarehouseKind : never)
  | ([T] extends [string | null] ? PlainKind<'day'> : never)
  | ([T] extends [boolean] ? PlainKind<'check'> : never)
  | ([T] extends [Choosable] ? ChoiceKind<T> : never)

/** A field of a dialog whose values are `V`; its kind fits its value. */
export type FieldOf<V> =
  | { [N in keyof V & string]: Common<V, N, V[N]> & KindOf<V[N]> }[keyof V & string]
  | (Common<V, string> & OwnKind)

/** A field, or what stands between two of them. */
export type FieldOrElement<V> = FieldOf<V> | ReactElement | false | null | undefined

/** A field whatever the values of its dialog. */
export type AnyField = Common<Record<string, unknown>, string, unknown> &
  (
    | OwnKind
    | TextKind
    | LongKind
    | PasswordKind
    | RowKind
    | WarehouseKind
    | PlainKind<'day' | 'check'>
    | ChoiceKind<Choosable>
  )

export type Listed = AnyField | ReactElement | false | null | undefined

export const isField = (one: Listed): one is AnyField => !!one && !isValidElement(one)

export const isNamed = ({ name, alias }: AnyField, field: string): boolean =>
  name === field || !!alias?.test(field)

const isEmpty = (value: unknown): boolean =>
  value === null || value === false || value === '' || (Array.isArray(value) && value.length === 0)

/** Whether it can't be sent. */
export const isFaulty = (field: AnyField, value: unknown): boolean =>
  !!faultIn(field, value, true) || (field.kind === 'own' && !!field.faulty)

/** What is wrong with a value as far as the dialog knows. */
export function faultIn({ needed, rule, wrong }: AnyField, value: unknown, tried: boolean): string | null {
  if (wrong) return wrong
  if (!tried) return null
  return (needed && isEmpty(typeof value === 'string' ? value.trim() : value) && needed) || rule || null
}

interface ReasonTexts {
  label?: string
  needed?: string
  placeholder?: string
}

/** Asks why something is done. */
export const reasonField = (t: TFunction, texts: ReasonTexts = {}) =>
  ({
    name: 'reason',
    kind: 'long',
    label: t('common.reason'),
    needed: t('common.reasonNeeded'),
    most: 200,
    counts: true,
    ...texts,
  }) as const
