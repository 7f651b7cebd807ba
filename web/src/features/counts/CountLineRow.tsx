import { Checkbox, Input, Tag, Tooltip } from '@arco-design/web-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { ApiError } from '@/shared/http'
import { randomId } from '@/shared/randomId'
import { Numeral } from '@/shared/ui/Numeral'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import { moment } from '@/shared/ui/time'
import { isBlank, isWrong, NO_PARTS, sentParts } from '@/shared/units/parts'
import { countedIn } from '@/shared/units/units'
import { act, stateOf, type CountLine, type CountSheet, type LineState } from './api'
import { CountEntry } from './CountEntry'
import classes from './counts.module.css'
import { typedText } from './typed'

const STATES: Readonly<Record<LineState, string>> = {
  not_counted: 'gray',
  counted: 'arcoblue',
  equal: 'green',
  different: 'orange',
}

interface Props {
  sheet: CountSheet
  row: CountLine
  counting: boolean
  /** A reason may be given. */
  reasons: boolean
  /** Null where lines are not chosen. */
  chosen: boolean | null
  choose: (on: boolean) => void
  next: () => void
  saved: () => void
}

/** One line: what was counted, by whom, and where somebody counts, the place to enter it. */
export function CountLineRow({ sheet, row, counting, reasons, chosen, choose, next, saved }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [entered, setEntered] = useState(NO_PARTS)
  const [reason, setReason] = useState(row.reason ?? '')
  const [fault, setFault] = useState('')
  useEffect(() => setReason(row.reason ?? ''), [row.reason])
  // Enter leaves the field, which saves as well: a second result would pass for a second count.
  const { busy, submit } = useSubmit((error) => {
    // What is wrong with the quantity is said beside it.
    if (error instanceof ApiError && error.errors.length > 0) setFault(error.reason)
    else show(error)
  })
  // The same quantity after a lost answer is the same result.
  const command = useRef({ quantity: '', id: '' })
  const product = countedIn(row.product)
  const wrong = isWrong(entered, product)

  const save = (): void => {
    if (isBlank(entered) || wrong) return
    setFault('')
    const counted = sentParts(entered)
    const quantity = JSON.stringify(counted)
    if (command.current.quantity !== quantity) command.current = { quantity, id: randomId() }
    const sent = { id: sheet.id, line: row.line, ...counted, command_id: command.current.id }
    void submit(
      () => act('count', sent, false),
      () => {
        command.current = { quantity: '', id: '' }
        setEntered(NO_PARTS)
        saved()
      },
    )
  }
  const explain = async (): Promise<void> => {
    if (reason.trim() === (row.reason ?? '')) return
    try {
      await act('edit', { id: sheet.id, lines: [{ line: row.line, reason: reason.trim() }] }, false)
      saved()
    } catch (error) {
      show(error)
    }
  }
  const name = [row.product.product_no, row.product.name].filter(Boolean).join(' ')
  const results = row.results.map((result) => (
    <div key={`${result.at}-${result.nickname}`}>
      {result.zeroed ? t('counts.zeroed') : typedText(result)} · {result.nickname ?? '–'} ·{' '}
      {moment(result.at, 'MM-DD HH:mm')}
    </div>
  ))
  const last = row.results.at(-1)
  const state = stateOf(row)

  return (
    <tr data-state={state}>
      {chosen !== null && (
        <td>
          <Checkbox aria-label={`${t('counts.choose')} ${row.line}`} checked={chosen} onChange={choose} />
        </td>
      )}
      <td>{row.line}</td>
      <td>{[row.area?.name, row.shelf?.name].filter(Boolean).join(' / ') || '–'}</td>
      <td title={name}>
        <ProductLabel
          product={
            row.product.product_no == null
              ? null
              : {
                  product_no: row.product.product_no,
                  name: row.product.name ?? '',
                  spec: row.product.spec ?? undefined,
                }
          }
        />
        {row.found && <Tag size="small">{t('counts.views.found')}</Tag>}
      </td>
      <td>
        {row.batch_number || '–'}
        {row.expiry_date && <div className={classes.small}>{row.expiry_date}</div>}
      </td>
      <td className={classes.right}>
        <div className={classes.entry}>
          <span>
            {row.quantity == null ? '' : <Numeral value={row.quantity} unit={row.product.unit?.name} />}{' '}
            <Tag size="small" color={row.recount ? 'red' : STATES[state]}>
              {t(row.recount ? 'counts.views.recount' : `counts.states.${state}`)}
            </Tag>
          </span>
          {counting && (
            <CountEntry
              label={`${t('counts.counted')} ${row.line}`}
              product={product}
              parts={entered}
              change={(parts) => {
                setEntered(parts)
                setFault('')
              }}
              fault={fault}
              line={row.line}
              disabled={busy}
              enter={() => {
                if (wrong) return
                next()
                void save()
              }}
              leave={() => void save()}
            />
          )}
        </div>
      </td>
      {sheet.shows_books && (
        <>
          <td className={classes.right}>
            {row.book_quantity != null && <Numeral value={row.book_quantity} />}
          </td>
          <td className={classes.right}>
            {row.difference_quantity != null && (
              <Numeral value={row.difference_quantity} bad={row.difference_quantity.startsWith('-')} />
            )}
          </td>
          <td className={classes.right}>
            {row.difference_amount != null && <Numeral value={row.difference_amount} digits={2} />}
          </td>
        </>
      )}
      <td>
        <Tooltip content={results} disabled={row.results.length === 0}>
          <span className={classes.small} tabIndex={row.results.length > 1 ? 0 : undefined}>
            {last ? `${last.nickname ?? '–'} ${moment(last.at, 'MM-DD HH:mm')}` : '–'}
            {row.results.length > 1 && ` (${row.results.length})`}
          </span>
        </Tooltip>
      </td>
      <td>
        {reasons && row.results.length > 0 ? (
          <Input
            aria-label={`${t('counts.reason')} ${row.line}`}
            className={classes.reason}
            size="small"
            maxLength={200}
            value={reason}
            placeholder={t('common.optional')}
            onChange={setReason}
            onBlur={() => void explain()}
            onPressEnter={() => void explain()}
          />
        ) : (
          row.reason || '–'
        )}
      </td>
    </tr>
  )
}
