import { Tag } from '@arco-design/web-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ResourcePage } from '@/resource/ResourcePage'
import type { Custom } from '@/resource/custom'
import { isEmpty } from '@/resource/cells/values'
import type { ResourceRow } from '@/resource/schema/types'
import { moment } from '@/shared/ui/time'
import { Quoted } from './Quoted'
import { ReplyWidget } from './ReplyWidget'
import { isOverdue } from './board'

/** What the form of the public site offers; anything else was written by another client. */
const INDUSTRIES = ['electronics', 'textile', 'automotive', 'other']

const text = (row: ResourceRow, field: string): string => String(row[field] ?? '')

/** The message board: who wrote, how to reach them, and the answer. */
export default function MessagePage({ name }: { name: string }) {
  const { t } = useTranslation()
  const custom = useMemo<Custom>(() => {
    const link = (row: ResourceRow, field: string, scheme: string) =>
      isEmpty(row[field]) ? (
        '–'
      ) : (
        <a
          href={`${scheme}:${scheme === 'tel' ? text(row, field).replace(/[^\d+]/g, '') : text(row, field)}`}
          onClick={(event) => event.stopPropagation()}
        >
          {text(row, field)}
        </a>
      )
    return {
      formHead: (row) => row && <Quoted row={row} />,
      widgets: { reply: ReplyWidget },
      cells: {
        due_time: (row) =>
          isOverdue(row, moment(Date.now(), 'YYYY-MM-DD HH:mm:ss')) ? (
            <Tag color="red">{text(row, 'due_time')}</Tag>
          ) : (
            text(row, 'due_time') || '–'
          ),
        mobile: (row) => link(row, 'mobile', 'tel'),
        email: (row) => link(row, 'email', 'mailto'),
        industry: (row) =>
          INDUSTRIES.includes(text(row, 'industry'))
            ? t(`board.industry.${text(row, 'industry')}`)
            : text(row, 'industry') || '–',
      },
    }
  }, [t])
  return <ResourcePage name={name} custom={custom} />
}
