import { Tag } from '@arco-design/web-react'
import { labelOf } from '../schema/label'
import type { Field } from '../schema/types'
import classes from './cells.module.css'
import { tagColour } from './values'

/** Values of an enumeration, in its words. */
export function Tags({ field, values }: { field: Field; values: readonly unknown[] }) {
  return (
    <span className={classes.tags}>
      {values.map((value) => {
        const index = field.options?.findIndex((option) => String(option.value) === String(value)) ?? -1
        const option = field.options?.[index]
        return (
          <Tag
            key={String(value)}
            size="small"
            bordered
            color={option ? tagColour(value, index, option.label.en) : undefined}
          >
            {option ? labelOf(option.label) : String(value)}
          </Tag>
        )
      })}
    </span>
  )
}
