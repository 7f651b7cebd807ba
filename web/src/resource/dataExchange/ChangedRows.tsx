import { Table } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { http, type DataOf } from '@/shared/http'
import { Problem, Waiting } from '@/shared/ui/Page'
import classes from './dataExchange.module.css'

const URL = '/admin/routine.Transfer/changes'
const PAGE = 10

type Changes = DataOf<typeof URL, 'get'>

export interface ChangeLine {
  key: string
  row: number
  column: string
  before: string
  after: string
}

/** A line for each field that a row changes. */
export const linesOf = (list: Changes['list']): ChangeLine[] =>
  list.flatMap(({ row, fields }) =>
    fields.map(({ field, column, before, after }) => ({
      key: `${row} ${field}`,
      row,
      column,
      before,
      after,
    })),
  )

interface Props {
  task: number
  /** How many rows the import changes; its report has the first of them. */
  count: number
}

/** What an import changes of rows that are there: each field before and after, some rows at a time. */
export function ChangedRows({ task, count }: Props) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const fetched = useFetched(`${URL} ${task} ${page}`, (signal) =>
    http.get(URL, { id: task, page, limit: PAGE }, signal),
  )
  if (fetched.error) return <Problem error={fetched.error} retry={fetched.reload} />
  if (!fetched.data) return <Waiting rows={3} />
  const { list, total } = fetched.data
  if (total === 0) return null
  return (
    <section className={classes.changes}>
      <h4>{t('dataExchange.changes')}</h4>
      <Table<ChangeLine>
        size="mini"
        border={false}
        loading={fetched.renewing}
        scroll={{ x: 480 }}
        pagination={
          total > PAGE
            ? { current: page, total, pageSize: PAGE, size: 'mini', simple: true, onChange: setPage }
            : false
        }
        data={linesOf(list)}
        columns={[
          { title: t('dataExchange.row'), dataIndex: 'row', width: 70 },
          { title: t('dataExchange.column'), dataIndex: 'column', width: 130 },
          { title: t('dataExchange.before'), dataIndex: 'before', className: classes.value },
          { title: t('dataExchange.after'), dataIndex: 'after', className: classes.value },
        ]}
      />
      {count > total && (
        <p className={classes.note}>{t('dataExchange.moreChanged', { count: count - total })}</p>
      )}
    </section>
  )
}
