import { Tag } from '@arco-design/web-react'
import { labelOf } from '../schema/label'
import { stateLabel, type Field } from '../schema/types'

/** On or off in the declaration's words, where it can't be changed. */
export function Status({ field, on }: { field: Field; on: boolean }) {
  return (
    <Tag size="small" bordered color={on ? 'green' : 'gray'}>
      {labelOf(stateLabel(field, on))}
    </Tag>
  )
}
