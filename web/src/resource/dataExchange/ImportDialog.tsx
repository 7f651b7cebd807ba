import { Alert, Button, Link, Modal, Radio, Steps, Upload } from '@arco-design/web-react'
import { IconDownload } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { download } from '@/shared/upload/download'
import { fileHead, SHEET_FILES } from '@/shared/upload/fileHead'
import { sendFile } from '@/shared/upload/sendFile'
import { urlOf, type Resource, type Values } from '../schema/types'
import { useLabel } from '../schema/useLabel'
import { ColumnMapping } from './ColumnMapping'
import { Constants } from './Constants'
import { matched, sentConstants, type Mapping } from './mapping'
import { TaskOutcome } from './TaskOutcome'
import classes from './dataExchange.module.css'
import { isOver, useTask } from './useTask'

type Mode = 'both' | 'add' | 'update'
/** What an empty cell does to a value. */
type Blank = 'leave' | 'clear'
type Step = 'file' | 'columns' | 'dry' | 'import'
const STEPS: readonly Step[] = ['file', 'columns', 'dry', 'import']

interface ImportDialogProps {
  resource: Resource
  close: () => void
  done: () => void
}

/** A file's rows become rows: first tried without writing, then for good. */
export default function ImportDialog({ resource, close, done }: ImportDialogProps) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const { show } = useProblem()
  const [step, setStep] = useState<Step>('file')
  const [file, setFile] = useState<File | null>(null)
  const [heads, setHeads] = useState<string[]>([])
  const [mapping, setMapping] = useState<Mapping>({})
  const [constants, setConstants] = useState<Values>({})
  const [mode, setMode] = useState<Mode>('both')
  const [blank, setBlank] = useState<Blank>('leave')
  const [id, setId] = useState<number | null>(null)
  const { busy, submit } = useSubmit(show)
  // Fields whose unknown names become rows, and with which of them the file was tried.
  const [create, setCreate] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState('')
  const { task, error } = useTask(id)
  const url = urlOf(resource)
  const ticks = [...create].sort().join(',')

  const take = async (chosen: File): Promise<void> => {
    setFile(chosen)
    setCreate(new Set())
    const { columns } = await fileHead(chosen)
    const names = columns.map(({ name }) => name)
    setHeads(names)
    setMapping(matched(resource, names))
    setConstants({})
    setStep('columns')
  }
  const run = (dry: boolean): void => {
    if (!file) return
    setId(null)
    const sent = {
      mapping: JSON.stringify(mapping),
      constants: JSON.stringify(sentConstants(resource, mapping, constants)),
      mode,
      blank,
      create: ticks,
      dry: dry ? '1' : '0',
    }
    void submit(
      () => sendFile<{ task: number }>(`${url}/import`, file, sent),
      ({ task: begun }) => {
        setStep(dry ? 'dry' : 'import')
        setTried(ticks)
        setId(begun)
      },
    )
  }
  const template = (format: 'xlsx' | 'csv') => () =>
    void download(`${url}/template?format=${format}`, `${resource.controller}.${format}`).catch(show)
  const ended = task !== null && isOver(task)
  const finish = (): void => {
    if (step === 'import') done()
    close()
  }

  return (
    <Modal
      visible
      className={classes.dialog}
      title={t('dataExchange.importTitle', { name: labelOf(resource.title) })}
      onCancel={finish}
      maskClosable={false}
      footer={
        <>
          <Button onClick={finish}>{t(step === 'import' ? 'common.close' : 'common.cancel')}</Button>
          {step === 'columns' && (
            <Button
              type="primary"
              loading={busy}
              disabled={Object.values(mapping).every((name) => !name)}
              onClick={() => run(true)}
            >
              {t('dataExchange.tryOut')}
            </Button>
          )}
          {step === 'dry' && (
            <>
              <Button disabled={busy || !ended} onClick={() => setStep('columns')}>
                {t('common.back')}
              </Button>
              {ticks === tried ? (
                <Button
                  type="primary"
                  loading={busy}
                  disabled={task?.state !== 'done' || task.bad > 0}
                  onClick={() => run(false)}
                >
                  {t('dataExchange.import')}
                </Button>
              ) : (
                <Button type="primary" loading={busy} disabled={!ended} onClick={() => run(true)}>
                  {t('dataExchange.tryOut')}
                </Button>
              )}
            </>
          )}
        </>
      }
    >
      <Steps size="small" current={STEPS.indexOf(step) + 1} className={classes.steps}>
        {STEPS.map((one) => (
          <Steps.Step key={one} title={t(`dataExchange.steps.${one}`)} />
        ))}
      </Steps>
      {step === 'file' && (
        <>
          <Upload
            drag
            accept={SHEET_FILES}
            showUploadList={false}
            tip={t('dataExchange.fileHint')}
            customRequest={({ file: chosen }) => void take(chosen).catch(show)}
          />
          <p className={classes.templates}>
            {t('dataExchange.fileTemplate')}
            <Link icon={<IconDownload />} onClick={template('xlsx')}>
              XLSX
            </Link>
            <Link icon={<IconDownload />} onClick={template('csv')}>
              CSV
            </Link>
          </p>
        </>
      )}
      {step === 'columns' && (
        <>
          <p className={classes.fileName}>
            {file?.name}
            <Link onClick={() => setStep('file')}>{t('dataExchange.otherFile')}</Link>
          </p>
          {heads.length > 0 ? (
            <ColumnMapping
              resource={resource}
              heads={heads}
              mapping={mapping}
              constants={constants}
              onChange={setMapping}
            />
          ) : (
            <Alert type="warning" content={t('dataExchange.noHeads')} />
          )}
          <Constants resource={resource} mapping={mapping} constants={constants} onChange={setConstants} />
          <div className={classes.form}>
            <span>{t('dataExchange.mode')}</span>
            <Radio.Group
              direction="vertical"
              value={mode}
              onChange={setMode}
              options={(['both', 'add', 'update'] as const).map((value) => ({
                value,
                label: t(`dataExchange.modes.${value}`),
              }))}
            />
            {mode !== 'add' && (
              <>
                <span>{t('dataExchange.blank')}</span>
                <Radio.Group
                  direction="vertical"
                  value={blank}
                  onChange={setBlank}
                  options={(['leave', 'clear'] as const).map((value) => ({
                    value,
                    label: t(`dataExchange.blanks.${value}`),
                  }))}
                />
              </>
            )}
          </div>
        </>
      )}
      {(step === 'dry' || step === 'import') &&
        (error ? (
          <Alert type="warning" content={t('dataExchange.goesOn')} />
        ) : (
          <TaskOutcome
            task={task}
            dry={step === 'dry'}
            create={create}
            onCreate={step === 'dry' ? setCreate : undefined}
          />
        ))}
    </Modal>
  )
}
