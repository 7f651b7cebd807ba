import type { Field, Kind } from '../schema/types'
import { one, several } from './choice'
import { date, datetime, time, timestamp } from './dates'
import { file, files, image, images } from './files'
import type { FieldKind } from './kind'
import { color, icon } from './look'
import { decimal, money, number, weigh, year } from './number'
import { parent, remoteSelect, remoteSelects } from './reference'
import { state } from './state'
import { array, city, json } from './structured'
import { editor, password, secret, string, textarea } from './text'

/** Every kind of fields. A new one is a line here, one in `inputs`, and what it differs in from those beside it. */
export const KINDS: Readonly<Record<Kind, FieldKind>> = {
  string,
  textarea,
  editor,
  password,
  secret,
  number,
  decimal,
  money,
  switch: state,
  status: state,
  radio: one,
  select: one,
  checkbox: several,
  selects: several,
  date,
  time,
  datetime,
  year,
  timestamp,
  color,
  icon,
  image,
  images,
  file,
  files,
  city,
  array,
  json,
  remoteSelect,
  remoteSelects,
  parent,
  weigh,
}

export const kindOf = (field: Pick<Field, 'kind'>): FieldKind => KINDS[field.kind]
