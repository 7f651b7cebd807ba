import { Tag } from '@arco-design/web-react'
import i18n from '@/shared/i18n'

/** On or off, where it can't be changed. */
export function Status({ on, kind }: { on: boolean; kind: 'switch' | 'status' }) {
  return (
    <Tag size="small" bordered color={on ? 'green' : 'gray'}>
      {i18n.t(
        kind === 'switch' ? (on ? 'common.yes' : 'common.no') : on ? 'common.enabled' : 'common.disabled',
      )}
    </Tag>
  )
}
