import { Input, Modal, Radio } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ColumnChoice } from '@/resource/dataExchange/ColumnChoice'
import { useFetched } from '@/shared/hooks/useFetched'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { Problem, Waiting } from '@/shared/ui/Page'
import { Fault } from '@/shared/ui/action/Fault'
import { moment } from '@/shared/ui/time'
import { addExportTask, exportColumns } from './deskCalls'
import classes from './office.module.css'

interface Props {
  /** What the list shows, as its query. */
  filter: string
  /** How many orders that are. */
  total: number
  close: () => void
  begun: () => void
}

const NAME_MAX = 100
const knows = (field: string): boolean => ['name', 'columns', 'filter', 'format'].includes(field)

/** Begins an export of the orders that the list shows; its file is found among the exports. */
export default function ExportDialog({ filter, total, close, begun }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const fetched = useFetched('shop export columns', exportColumns)
  const [name, setName] = useState(() =>
    t('shopDesk.export.named', { time: moment(Math.floor(Date.now() / 1000)) }),
  )
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx')
  const [checked, setChecked] = useState(false)
  const { busy, faults, submit: send } = useSubmit(show, knows)
  const columns = fetched.data?.list ?? []
  const chosen = columns.filter((column) => !without.has(column.name))

  const submit = (): void => {
    setChecked(true)
    if (!name.trim() || chosen.length === 0) return
    const columns = chosen.map((column) => column.name)
    void send(
      () => addExportTask({ name: name.trim(), columns, filter: all ? '' : filter, format }),
      () => {
        begun()
        close()
      },
    )
  }
  return (
    <Modal
      visible
      title={t('shopDesk.export.add')}
      onCancel={close}
      onOk={submit}
      okText={t('shopDesk.export.begin')}
      okButtonProps={{ disabled: !fetched.data }}
      confirmLoading={busy}
      className={classes.wideModal}
    >
      {!fetched.data ? (
        fetched.error ? (
          <Problem error={fetched.error} retry={fetched.reload} />
        ) : (
          <Waiting rows={4} />
        )
      ) : (
        <div className={classes.form}>
          <div className={classes.cell}>
            <label htmlFor="export-name" data-required>
              {t('shopDesk.export.name')}
            </label>
            <Input
              id="export-name"
              value={name}
              maxLength={NAME_MAX}
              status={checked && !name.trim() ? 'error' : undefined}
              onChange={setName}
            />
            <Fault text={checked && !name.trim() ? t('shopDesk.export.nameNeeded') : faults.name} />
          </div>
          <div>
            <div className={classes.label}>{t('shopDesk.export.which')}</div>
            <Radio.Group
              aria-label={t('shopDesk.export.which')}
              value={all}
              onChange={setAll}
              options={[
                { value: false, label: t('shopDesk.export.shown', { count: total }) },
                { value: true, label: t('shopDesk.export.all') },
              ]}
            />
            <Fault text={faults.filter} />
          </div>
          <ColumnChoice
            columns={columns}
            without={without}
            change={setWithout}
            label={t('shopDesk.export.columns')}
            fault={
              <Fault
                text={checked && chosen.length === 0 ? t('shopDesk.export.columnsNeeded') : faults.columns}
              />
            }
          />
          <div>
            <div className={classes.label}>{t('shopDesk.export.format')}</div>
            <Radio.Group
              aria-label={t('shopDesk.export.format')}
              value={format}
              onChange={setFormat}
              options={[
                { value: 'xlsx', label: 'XLSX' },
                { value: 'csv', label: 'CSV' },
              ]}
            />
          </div>
          <span className={classes.hint}>{t('shopDesk.export.hint')}</span>
        </div>
      )}
    </Modal>
  )
}
