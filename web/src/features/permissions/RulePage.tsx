import { useMemo } from 'react'
import { Tag } from '@arco-design/web-react'
import { ResourcePage } from '@/resource/ResourcePage'
import { tagColour } from '@/resource/cells/values'
import { useLabel } from '@/resource/schema/useLabel'
import type { Custom } from '@/resource/custom'
import NamedIcon from '@/shared/ui/icons/NamedIcon'
import { asksFor } from './asks'
import classes from './permissions.module.css'

/** Menu rules as a tree; the form asks for what the kind of rule needs. */
export default function RulePage({ name }: { name: string }) {
  const labelOf = useLabel()
  const custom = useMemo<Custom>(
    () => ({
      titleField: 'title',
      without: ['path', 'menu_type', 'url', 'component', 'extend', 'icon', 'id'],
      asks: (field, values) => asksFor(field.name, values),
      cells: {
        title: (row) => (
          <span className={classes.title}>
            {row.type !== 'button' && <NamedIcon name={String(row.icon ?? '')} />}
            {String(row.title)}
          </span>
        ),
        name: (row) => <span className={classes.name}>{String(row.name)}</span>,
        type: (row, field) => {
          const at = field.options?.findIndex((option) => option.value === row.type) ?? -1
          const option = field.options?.[at]
          return option ? (
            <Tag size="small" bordered color={tagColour(row.type, at)}>
              {labelOf(option.label)}
            </Tag>
          ) : (
            String(row.type)
          )
        },
      },
    }),
    [labelOf],
  )
  return <ResourcePage name={name} custom={custom} />
}
