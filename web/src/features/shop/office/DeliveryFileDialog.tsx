import { Alert, Button, Link, Modal, Table, Upload } from '@arco-design/web-react'
import { IconDownload } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { download } from '@/shared/upload/download'
import { SHEET_FILES } from '@/shared/upload/fileHead'
import { sendFile } from '@/shared/upload/sendFile'
import { DELIVERY_FILE, DELIVERY_TEMPLATE, type DeliveryReport } from './deskCalls'
import classes from './office.module.css'

type Fault = DeliveryReport['errors'][number]
const PAGE = 10

interface Props {
  close: () => void
  sent: () => void
}

/** Sends the parcels of a file, after a trial run that lists every fault. */
export default function DeliveryFileDialog({ close, sent }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [file, setFile] = useState<File | null>(null)
  const [report, setReport] = useState<DeliveryReport | null>(null)
  const { busy, submit } = useSubmit(show)

  const send = (chosen: File, dry: boolean): void =>
    void submit(
      () => sendFile<DeliveryReport>(DELIVERY_FILE, chosen, { dry: dry ? '1' : '0' }),
      (answer) => {
        setFile(chosen)
        setReport(answer)
        if (!answer.dry) sent()
      },
    )
  const template = (format: 'xlsx' | 'csv') => () =>
    void download(`${DELIVERY_TEMPLATE}?format=${format}`, `parcels.${format}`).catch(show)
  const over = report !== null && !report.dry
  const ready = report !== null && report.dry && report.bad === 0 && report.sent > 0
  const words = (done: DeliveryReport): string =>
    !done.dry
      ? t('shopDesk.file.sent', { count: done.sent })
      : done.bad > 0
        ? t('shopDesk.file.bad', { count: done.bad })
        : t('shopDesk.file.good', { count: done.sent })
  return (
    <Modal
      visible
      title={t('shopDesk.file.title')}
      onCancel={close}
      maskClosable={false}
      className={classes.wideModal}
      footer={
        <>
          <Button onClick={close}>{t(over ? 'common.close' : 'common.cancel')}</Button>
          {!over && report && (
            <Button
              disabled={busy}
              onClick={() => {
                setReport(null)
                setFile(null)
              }}
            >
              {t('shopDesk.file.other')}
            </Button>
          )}
          {!over && (
            <Button
              type="primary"
              loading={busy}
              disabled={!ready || !file}
              onClick={() => file && send(file, false)}
            >
              {ready ? t('shopDesk.file.send', { count: report.sent }) : t('shopOffice.delivery.confirm')}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.form}>
        {!report && (
          <>
            <span>{t('shopDesk.file.how')}</span>
            <Upload
              drag
              accept={SHEET_FILES}
              showUploadList={false}
              disabled={busy}
              tip={t('shopDesk.file.hint')}
              customRequest={({ file: chosen }) => send(chosen, true)}
            />
            <div className={classes.row}>
              <span className={classes.hint}>{t('shopDesk.file.template')}</span>
              <Link icon={<IconDownload />} onClick={template('xlsx')}>
                XLSX
              </Link>
              <Link icon={<IconDownload />} onClick={template('csv')}>
                CSV
              </Link>
            </div>
          </>
        )}
        {report && (
          <div role="status" className={classes.form}>
            <Alert type={report.bad > 0 ? 'warning' : 'success'} content={words(report)} />
            {file && (
              <span className={classes.hint}>
                {t('shopDesk.file.rows', { name: file.name, count: report.rows })}
                {report.repeated > 0 && ` · ${t('shopDesk.file.repeated', { count: report.repeated })}`}
              </span>
            )}
            {report.errors.length > 0 && (
              <Table<Fault & { key: number }>
                size="mini"
                border={false}
                scroll={{ x: true }}
                pagination={
                  report.errors.length > PAGE ? { pageSize: PAGE, size: 'mini', simple: true } : false
                }
                data={report.errors.map((error, key) => ({ ...error, key }))}
                columns={[
                  { title: t('shopDesk.file.row'), dataIndex: 'row', width: 70 },
                  { title: t('shopDesk.file.column'), dataIndex: 'column', width: 150 },
                  { title: t('shopDesk.file.reason'), dataIndex: 'reason' },
                ]}
              />
            )}
          </div>
        )}
      </div>
    </Modal>
  )
}
