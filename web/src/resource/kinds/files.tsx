import { Link } from '@arco-design/web-react'
import { fileName, fullUrl } from '@/shared/upload/address'
import classes from '../cells/cells.module.css'
import { Images } from '../cells/Images'
import { listOf } from '../cells/values'
import { list } from './choice'
import type { CellProps, FieldKind } from './kind'
import { textFilter } from './text'

const pictures = (addresses: string[], { field, whole }: CellProps) => (
  <Images addresses={addresses} field={field} size={whole ? 72 : 32} shown={whole ? 50 : 3} />
)

const links = (addresses: string[]) => (
  <span className={classes.tags} onClick={(event) => event.stopPropagation()}>
    {addresses.map((address) => (
      <Link key={address} href={fullUrl(address)} target="_blank" rel="noreferrer">
        {fileName(address)}
      </Link>
    ))}
  </span>
)

export const image: FieldKind = {
  cell: (value, props) => pictures([String(value)], props),
  filter: textFilter,
  wide: true,
}

export const images: FieldKind = {
  ...list,
  cell: (value, props) => pictures(listOf(value), props),
  filter: textFilter,
  wide: true,
}

export const file: FieldKind = { cell: (value) => links([String(value)]), filter: textFilter, wide: true }

export const files: FieldKind = {
  ...list,
  cell: (value) => links(listOf(value)),
  filter: textFilter,
  wide: true,
}
