import { Pagination, Table } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { memberHttp } from '@/shared/http/member'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { moment } from '@/shared/ui/time'

const LIMIT = 10

interface Entry {
  memo: string
  money?: string
  score?: number
  before: string | number
  after: string | number
  create_time: number
}

/** What changed one's balance or points, newest first. */
export function LogList({ kind }: { kind: 'balance' | 'integral' }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const log = useFetched(`${kind} ${page}`, (signal) =>
    memberHttp.get<{ list: Entry[]; total: number }>(`/api/account/${kind}`, { page, limit: LIMIT }, signal),
  )
  return (
    <Page title={t(`member.account.${kind}`)}>
      <Card>
        {log.error && !log.data ? (
          <Problem error={log.error} retry={log.reload} />
        ) : !log.data ? (
          <Waiting rows={6} />
        ) : log.data.list.length === 0 ? (
          <Nothing text={t('member.account.empty')} />
        ) : (
          <>
            <Table
              rowKey={(row: Entry & { key?: string }) => `${row.create_time} ${row.memo} ${row.after}`}
              data={log.data.list}
              pagination={false}
              scroll={{ x: true }}
              columns={[
                { title: t('member.account.time'), render: (_, row) => moment(row.create_time) },
                { title: t('member.account.memo'), dataIndex: 'memo' },
                {
                  title: t('member.account.amount'),
                  align: 'right',
                  render: (_, row) => row.money ?? row.score,
                },
                { title: t('member.account.before'), align: 'right', dataIndex: 'before' },
                { title: t('member.account.after'), align: 'right', dataIndex: 'after' },
              ]}
            />
            <Pagination
              current={page}
              total={log.data.total}
              pageSize={LIMIT}
              onChange={setPage}
              hideOnSinglePage
            />
          </>
        )}
      </Card>
    </Page>
  )
}
