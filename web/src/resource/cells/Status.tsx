import { Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'

/** On or off, where it can't be changed. */
export function Status({ on, kind }: { on: boolean; kind: 'switch' | 'status' }) {
  const { t } = useTranslation()
  return (
    <Tag size="small" bordered color={on ? 'green' : 'gray'}>
      {kind === 'switch' ? t(on ? 'common.yes' : 'common.no') : t(on ? 'common.enabled' : 'common.disabled')}
    </Tag>
  )
}
