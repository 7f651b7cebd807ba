import { Space, Tag } from '@arco-design/web-react'
import { useMemo } from 'react'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import { useLabel } from '@/resource/schema/useLabel'
import { RecycleController, resourceOfKey, SensitiveController, SensitiveFields } from './RuleWidgets'

/** The form does not ask for fields that follow from the resource. */
const FOLLOWS = ['controller_as', 'data_table', 'connection', 'primary_key']

const RECYCLE: Custom['widgets'] = { controller: RecycleController }
const SENSITIVE: Custom['widgets'] = { controller: SensitiveController, data_fields: SensitiveFields }

/** Which resources have a recycle bin, and whose fields are watched. */
export default function RulesPage({ name }: { name: string }) {
  const labelOf = useLabel()
  const sensitive = name.toLowerCase().includes('sensitive')
  const custom = useMemo<Custom>(
    () => ({
      without: ['connection', 'primary_key', 'controller_as'],
      widgets: sensitive ? SENSITIVE : RECYCLE,
      asks: (field) => !FOLLOWS.includes(field.name),
      cells: {
        controller: (row) => {
          const resource = resourceOfKey(row.controller)
          return resource ? labelOf(resource.title) : String(row.controller)
        },
        data_fields: (row) => {
          const { data_fields: labels, data_fields_map: map } = row
          const resource = resourceOfKey(row.controller)
          const names = map && typeof map === 'object' ? Object.keys(map) : []
          const words = names.length
            ? names.map((one) => {
                const field = resource?.fields.find((other) => other.name === one)
                return field ? labelOf(field.label) : one
              })
            : Array.isArray(labels)
              ? labels.map(String)
              : []
          return (
            <Space size={4} wrap>
              {words.map((word) => (
                <Tag key={word} size="small" bordered>
                  {word}
                </Tag>
              ))}
            </Space>
          )
        },
      },
    }),
    [sensitive, labelOf],
  )
  return <ResourcePage name={name} custom={custom} />
}
