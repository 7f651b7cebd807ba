import { Table } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { moment } from '@/shared/ui/time'
import classes from '../member.module.css'
import { amountOf, keyOf, reasonOf, type Entry } from './logEntry'

/** Changes with everything known of them, where there is room. */
export function LogTable({ list }: { list: Entry[] }) {
  const { t } = useTranslation()
  const number = (value: string | number) => <span className={classes.number}>{value}</span>
  return (
    <Table
      rowKey={keyOf}
      data={list}
      pagination={false}
      border={false}
      columns={[
        { title: t('member.account.time'), render: (_, row) => number(moment(row.create_time)) },
        { title: t('member.account.kindOf'), render: (_, row) => number(reasonOf(row, t).kind) },
        { title: t('member.account.cause'), render: (_, row) => reasonOf(row, t).cause || '–' },
        { title: t('member.account.memo'), render: (_, row) => row.memo || '–' },
        {
          title: t('member.account.amount'),
          align: 'right',
          render: (_, row) => (
            <span className={classes.amount} data-in={amountOf(row).gain}>
              {amountOf(row).text}
            </span>
          ),
        },
        { title: t('member.account.before'), align: 'right', render: (_, row) => number(row.before) },
        { title: t('member.account.after'), align: 'right', render: (_, row) => number(row.after) },
      ]}
    />
  )
}
