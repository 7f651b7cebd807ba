import { Button, Input, Message, Modal } from '@arco-design/web-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { findProducts } from './findProducts'
import type { DraftLine } from './model'
import { linesOfRows, readRows, type Column, type PasteFault, type Sheet } from './pasted'
import { findPlaces } from './pastedPlaces'
import classes from './stock.module.css'

interface Props {
  sheet: Sheet
  /** Whose areas and shelves the rows name; nothing until it is chosen. */
  warehouse: number | null
  /** Of goods that are moved: the warehouse that they go to. */
  target: number | null
  /** What was pasted over the lines; empty when the dialog was opened by its button. */
  text: string
  close: () => void
  take: (lines: readonly DraftLine[]) => void
}

/** Faults that are shown; mending these shows the next. */
const FAULTS_SHOWN = 50

/** Fills lines with rows of a spreadsheet. Nothing is filled while a row is wrong; each fault names its row. */
export default function PasteRows({ sheet, warehouse, target, text: pasted, close, take }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [text, setText] = useState(pasted)
  const [faults, setFaults] = useState<readonly PasteFault[]>([])
  const { busy, submit } = useSubmit(show)

  /** What a column may be called; the first is what it is called here. */
  const called = (column: Column): string[] => {
    if (column === 'toArea' || column === 'toShelf') return [t(`transferOrders.${column}`)]
    const name = t(`orders.line.${column}`)
    if (!sheet.moves || (column !== 'area' && column !== 'shelf')) return [name]
    return [t(column === 'area' ? 'transferOrders.fromArea' : 'transferOrders.fromShelf'), name]
  }
  const names = Object.fromEntries(sheet.columns.map((column) => [column, called(column)]))
  const titles = sheet.columns.map((column) => called(column)[0])
  const fill = (): void => {
    const read = readRows(text, sheet, names)
    if (read.rows.length === 0 && read.faults.length === 0)
      return void Message.warning(t('orderForm.pasted.nothing'))
    const named = ({ area, shelf }: { area: string; shelf: string }): boolean => area !== '' || shelf !== ''
    const from = read.rows.filter(named)
    const to = read.rows.map(({ toArea, toShelf }) => ({ area: toArea, shelf: toShelf })).filter(named)
    if ((from.length > 0 && warehouse === null) || (to.length > 0 && target === null))
      return void Message.warning(t('orderForm.pasted.noWarehouse'))
    const find = () =>
      Promise.all([
        findProducts(read.rows.map(({ product }) => product)),
        findPlaces(warehouse, from),
        findPlaces(target, to),
      ])
    void submit(find, ([products, at, goals]) => {
      const { lines, faults: unknown } = linesOfRows(
        read.rows.filter(({ product }) => product !== ''),
        products,
        sheet,
        { at, to: goals },
      )
      const wrong = [...read.faults, ...unknown].sort((one, other) => one.row - other.row)
      setFaults(wrong)
      if (wrong.length > 0) return
      take(lines)
      Message.success(t('orderForm.pasted.filled', { count: lines.length }))
      close()
    })
  }
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || pasted === '') return
    begun.current = true
    fill()
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
          <Button type="primary" loading={busy} disabled={text.trim() === ''} onClick={fill}>
            {t('orderForm.pasted.fill')}
          </Button>
        </>
      }
    >
      <div className={classes.paste}>
        <span>{t('orderForm.pasted.columns', { columns: titles.join(t('orderForm.pasted.comma')) })}</span>
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
                  ? t('orderForm.pasted.cell', { row: fault.row, column: names[fault.column]?.[0] })
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
