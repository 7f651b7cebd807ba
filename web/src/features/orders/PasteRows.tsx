import { Button, Input, Message, Modal } from '@arco-design/web-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { findProducts } from './findProducts'
import type { DraftLine } from './model'
import { linesOfRows, readRows, type PasteFault, type Sheet } from './pasted'
import { findPlaces, NO_PLACES } from './pastedPlaces'
import classes from './stock.module.css'
import { loadUnitWords } from './unitNames'

interface Props {
  sheet: Sheet
  /** Whose areas and shelves the rows name; nothing until it is chosen. */
  warehouse: number | null
  /** What was pasted over the lines; empty when the dialog was opened by its button. */
  text: string
  close: () => void
  take: (lines: readonly DraftLine[]) => void
}

/** Faults that are shown; mending these shows the next. */
const FAULTS_SHOWN = 50

/** Fills lines with rows of a spreadsheet. Nothing is filled while a row is wrong; each fault names its row. */
export default function PasteRows({ sheet, warehouse, text: pasted, close, take }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [text, setText] = useState(pasted)
  const [faults, setFaults] = useState<readonly PasteFault[]>([])
  const [busy, setBusy] = useState(false)

  const names = Object.fromEntries(sheet.columns.map((column) => [column, t(`orders.line.${column}`)]))
  const fill = async (): Promise<void> => {
    const read = readRows(text, sheet, names)
    if (read.rows.length === 0 && read.faults.length === 0)
      return void Message.warning(t('orderForm.pasted.nothing'))
    const placed = read.rows.filter(({ area, shelf }) => area !== '' || shelf !== '')
    if (placed.length > 0 && warehouse === null)
      return void Message.warning(t('orderForm.pasted.noWarehouse'))
    setBusy(true)
    try {
      const [products, words, places] = await Promise.all([
        findProducts(read.rows.map(({ product }) => product)),
        read.rows.some(({ unit }) => unit !== '') ? loadUnitWords() : [],
        placed.length > 0 && warehouse !== null ? findPlaces(warehouse, placed) : NO_PLACES,
      ])
      const { lines, faults: unknown } = linesOfRows(
        read.rows.filter(({ product }) => product !== ''),
        products,
        sheet,
        words,
        places,
      )
      const wrong = [...read.faults, ...unknown].sort((one, other) => one.row - other.row)
      setFaults(wrong)
      if (wrong.length > 0) return
      take(lines)
      Message.success(t('orderForm.pasted.filled', { count: lines.length }))
      close()
    } catch (error) {
      show(error)
    } finally {
      setBusy(false)
    }
  }
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || pasted === '') return
    begun.current = true
    void fill()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, with what was pasted
  }, [])

  return (
    <Modal
      visible
      title={t('orderForm.pasted.title')}
      style={{ width: 'min(680px, 94vw)' }}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="primary" loading={busy} disabled={text.trim() === ''} onClick={() => void fill()}>
            {t('orderForm.pasted.fill')}
          </Button>
        </>
      }
    >
      <div className={classes.paste}>
        <span>
          {t('orderForm.pasted.columns', { columns: Object.values(names).join(t('orderForm.pasted.comma')) })}
        </span>
        <Input.TextArea
          aria-label={t('orderForm.pasted.title')}
          data-scan="own"
          autoSize={{ minRows: 6, maxRows: 14 }}
          value={text}
          onChange={(value) => {
            setText(value)
            setFaults([])
          }}
        />
        {faults.length > 0 && (
          <ul className={classes.faults} role="alert">
            {faults.slice(0, FAULTS_SHOWN).map((fault) => (
              <li key={`${fault.row} ${fault.column} ${fault.key}`}>
                {fault.column
                  ? t('orderForm.pasted.cell', { row: fault.row, column: names[fault.column] })
                  : t('orderForm.pasted.row', { row: fault.row })}{' '}
                {t(`orderForm.pasted.${fault.key}`, { value: fault.value || '–' })}
              </li>
            ))}
            {faults.length > FAULTS_SHOWN && (
              <li>{t('orderForm.pasted.others', { count: faults.length - FAULTS_SHOWN })}</li>
            )}
          </ul>
        )}
      </div>
    </Modal>
  )
}
