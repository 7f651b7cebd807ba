import { Alert, Button, Input, Link, Modal, Select, Table, Upload } from '@arco-design/web-react'
import { IconDownload } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, type Schema } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { WarehouseSelect } from '@/shared/ui/WarehouseSelect'
import { saveText } from '@/shared/upload/download'
import { fileHead, SHEET_FILES, type FileColumn } from '@/shared/upload/fileHead'
import { sendFile } from '@/shared/upload/sendFile'
import { HeadCell } from './HeadCell'
import { calledFields, ImportColumns, type ColumnFields } from './ImportColumns'
import type { ImportKind } from './importKind'
import classes from './orders.module.css'

type Report = Schema<'OrderImport'>
type Chosen = Readonly<Record<string, number | null>>

function Outcome({ report }: { report: Report }) {
  const { t } = useTranslation()
  const good = report.bad === 0
  return (
    <div role="status" data-import={good ? 'good' : 'bad'}>
      <Alert
        type={good ? 'success' : 'warning'}
        content={
          good
            ? t('orders.import.good', { count: report.rows })
            : t('dataExchange.dryBad', { count: report.bad })
        }
      />
      {report.errors.length > 0 && (
        <Table
          size="mini"
          border={false}
          className={classes.faults}
          pagination={report.errors.length > 10 ? { pageSize: 10, size: 'mini', simple: true } : false}
          data={[...report.errors].sort((a, b) => a.row - b.row).map((error, key) => ({ ...error, key }))}
          columns={[
            { title: t('dataExchange.row'), dataIndex: 'row', width: 60 },
            { title: t('dataExchange.column'), dataIndex: 'column', width: 120 },
            { title: t('dataExchange.reason'), dataIndex: 'reason' },
          ]}
        />
      )}
      {report.bad > report.errors.length && (
        <p>{t('dataExchange.moreBad', { count: report.bad - report.errors.length })}</p>
      )}
    </div>
  )
}

/** An order made of a file: first tried without writing, then for good. */
export default function ImportOrderDialog({
  kind,
  close,
  made,
}: {
  kind: ImportKind
  close: () => void
  made: (id: number) => void
}) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [file, setFile] = useState<File | null>(null)
  const [columns, setColumns] = useState<readonly FileColumn[]>([])
  const [mapping, setMapping] = useState<ColumnFields>({})
  const [type, setType] = useState<string | null>(kind.types.length === 1 ? kind.types[0]!.value : null)
  const [chosen, setChosen] = useState<Chosen>({})
  const [reference, setReference] = useState('')
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [report, setReport] = useState<Report | null>(null)
  const { busy, submit } = useSubmit((error) => {
    setReport(null)
    if (error instanceof ApiError && error.errors.length > 0) {
      const named = Object.fromEntries(error.errors.map(({ field, msg }) => [field, msg]))
      setFaults(named.warehouses_id ? { ...named, [kind.warehouse.field]: named.warehouses_id } : named)
    }
    show(error)
  })
  const [reading, setReading] = useState(false)
  const other = kind.other(type)

  const choose = (field: string, id: number | null): void => {
    setReport(null)
    setChosen((old) => ({ ...old, [field]: id }))
  }
  const take = async (taken: File): Promise<void> => {
    setReport(null)
    setFile(null)
    setColumns([])
    setFaults({})
    setReading(true)
    try {
      const head = await fileHead(taken)
      setColumns(head.columns)
      setMapping(calledFields(head.columns, kind.fields))
      setFile(taken)
    } catch (error) {
      if (error instanceof ApiError)
        setFaults(Object.fromEntries(error.errors.map(({ field, msg }) => [field, msg])))
      show(error)
    } finally {
      setReading(false)
    }
  }
  const missing = (): Record<string, string> => {
    const wanted: Record<string, string> = {}
    if (kind.types.length > 0 && !type) wanted.type = t('orders.rule.type')
    if (!chosen[kind.warehouse.field]) wanted[kind.warehouse.field] = t('orders.rule.warehouse')
    if (other && !other.optional && !chosen[other.field])
      wanted[other.field] = t('orders.rule.partner', { label: other.label })
    if (!file) wanted.file = t('orders.import.noFile')
    else if (!Object.values(mapping).some(Boolean)) wanted.file = t('orders.import.noColumn')
    return wanted
  }
  const run = (dry: boolean): void => {
    const wanted = missing()
    setFaults(wanted)
    if (!file || Object.keys(wanted).length > 0) return
    const sent: Record<string, string> = { dry: dry ? '1' : '0', mapping: JSON.stringify(mapping) }
    if (type) sent.type = type
    for (const field of [kind.warehouse.field, ...(other ? [other.field] : [])])
      if (chosen[field]) sent[field] = String(chosen[field])
    if (reference.trim()) sent.order_no = reference.trim()
    void submit(
      // After a lost answer the order may be there: the same command again makes no second one.
      (command_id) => sendFile<Report>(`${kind.url}/import`, file, dry ? sent : { ...sent, command_id }),
      (answer) => {
        setReport(answer)
        if (answer.written && answer.id) made(answer.id)
      },
    )
  }
  const template = (): void =>
    saveText(
      `${kind.fields.map((field) => t(`orders.import.fields.${field}`)).join(',')}\n`,
      `${kind.title}.csv`,
    )
  const ready = report !== null && report.bad === 0

  return (
    <Modal
      visible
      className={classes.modal}
      title={t('dataExchange.importTitle', { name: kind.title })}
      maskClosable={false}
      onCancel={close}
      footer={
        <div className={classes.modalFoot}>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            type={ready ? 'secondary' : 'primary'}
            loading={busy}
            disabled={reading}
            data-action="try"
            onClick={() => run(true)}
          >
            {t('dataExchange.tryOut')}
          </Button>
          <Button type="primary" disabled={!ready || busy} data-action="import" onClick={() => run(false)}>
            {t('orders.import.make')}
          </Button>
        </div>
      }
    >
      <div className={classes.head}>
        {kind.types.length > 0 && (
          <HeadCell label={t('orders.type')} required fault={faults.type}>
            <Select
              aria-label={t('orders.type')}
              placeholder={t('common.choose')}
              error={!!faults.type}
              value={type ?? undefined}
              options={[...kind.types]}
              onChange={(value: string) => {
                setReport(null)
                setType(value)
              }}
            />
          </HeadCell>
        )}
        <HeadCell label={kind.warehouse.label} required fault={faults[kind.warehouse.field]}>
          <WarehouseSelect
            usableFor={`${kind.page}/import`}
            ariaLabel={kind.warehouse.label}
            value={chosen[kind.warehouse.field] ?? null}
            error={!!faults[kind.warehouse.field]}
            onChange={(id) => choose(kind.warehouse.field, id)}
          />
        </HeadCell>
        {other && (
          <HeadCell label={other.label} required={!other.optional} fault={faults[other.field]}>
            <RemoteSelect
              key={other.field}
              url={other.url}
              ariaLabel={other.label}
              value={chosen[other.field] ?? null}
              allowClear={other.optional}
              error={!!faults[other.field]}
              onChange={(id) => choose(other.field, id)}
            />
          </HeadCell>
        )}
        <HeadCell label={t('orders.reference')} fault={faults.order_no}>
          <Input
            aria-label={t('orders.reference')}
            value={reference}
            maxLength={64}
            placeholder={t('common.optional')}
            onChange={setReference}
          />
        </HeadCell>
      </div>
      <Upload
        drag
        className={classes.file}
        accept={SHEET_FILES}
        showUploadList={false}
        tip={file ? file.name : t('dataExchange.fileHint')}
        customRequest={({ file: taken }) => void take(taken)}
      />
      {faults.file && (
        <div className={classes.fault} role="alert">
          {faults.file}
        </div>
      )}
      {columns.length > 0 && (
        <ImportColumns
          columns={columns}
          fields={kind.fields}
          chosen={mapping}
          change={(chosen) => {
            setReport(null)
            setMapping(chosen)
          }}
        />
      )}
      <p className={classes.hint}>
        {t('orders.import.hint', {
          names: kind.fields
            .map((field) => t(`orders.import.fields.${field}`))
            .join(t('orders.import.comma')),
        })}{' '}
        {kind.fields.includes('unit_price') && t('orders.import.priceUnit')}{' '}
        <Link icon={<IconDownload />} onClick={template}>
          {t('orders.import.template')}
        </Link>
      </p>
      {report && <Outcome report={report} />}
    </Modal>
  )
}
