/** Columns of common kinds, by the field that they show. */
import { Numeral } from '@/shared/ui/Numeral'
import { moment } from '@/shared/ui/time'
import type { Column } from '../types'

type Look = Omit<Column<never>, 'key' | 'title' | 'render' | 'numeric'>
type With<K extends string, V> = { readonly [P in K]?: V | null }
type Named = { readonly name?: string | null }

export const textColumn = <K extends string>(
  key: K,
  title: string,
  look?: Look,
): Column<With<K, string | number>> => ({ key, title, ...look, render: (row) => row[key] || '–' })

export const numberColumn = <K extends string>(
  key: K,
  title: string,
  { money, digits, ...look }: Look & { money?: boolean; digits?: number } = {},
): Column<With<K, string | number>> => ({
  key,
  title,
  numeric: true,
  ...look,
  render: (row) => <Numeral value={row[key]} money={money} digits={digits} />,
})

/** A quantity of a row's product, in the product's unit. */
export const quantityColumn = <K extends string>(
  key: K,
  title: string,
  look?: Look,
): Column<With<K, string | number> & { product?: { unit?: Named | null } | null }> => ({
  key,
  title,
  numeric: true,
  ...look,
  render: (row) => <Numeral value={row[key]} unit={row.product?.unit?.name ?? undefined} />,
})

export const timeColumn = <K extends string>(
  key: K,
  title: string,
  { format, ...look }: Look & { format?: string } = {},
): Column<With<K, number>> => ({ key, title, ...look, render: (row) => moment(row[key], format) })

/** Who is in charge of a row, or has made it. */
export const adminColumn = (
  title: string,
  look?: Look,
): Column<{ admin?: { nickname?: string | null } | null }> => ({
  key: 'admin',
  title,
  ...look,
  render: (row) => row.admin?.nickname ?? '–',
})
