import { Button, Checkbox, Input, Pagination } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportList } from '@/resource/list/ExportList'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { useWide } from '@/shared/hooks/useWide'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import { lines, LINES_OF_A_PAGE, PAGE, URL, VIEWS, type CountLine, type CountSheet, type View } from './api'
import { CountLineCard } from './CountLineCard'
import { CountLineRow, type LineProps } from './CountLineRow'
import classes from './counts.module.css'
import { FoundGoods } from './FoundGoods'
import { SavedNote } from './SavedNote'
import type { SavedCount } from './useCountLine'

interface Props {
  sheet: CountSheet
  /** Rises when the sheet has changed elsewhere. */
  turn: number
  chosen: readonly number[]
  choose: (lines: readonly number[]) => void
  /** A result was saved. */
  saved: () => void
}

/**
 * The lines of a count sheet, each with an input for the counted quantity. Enter saves it and focuses the
 * next line.
 */
export function CountLines({ sheet, turn, chosen, choose, saved }: Props) {
  const { t } = useTranslation()
  const wide = useWide(768)
  const can = usePermission(PAGE)
  const [view, setView] = useState<View>(sheet.status === 1 ? 'different' : 'all')
  const [page, setPage] = useState(1)
  const [quick, setQuick] = useState('')
  const [finding, setFinding] = useState(false)
  const [last, setLast] = useState<SavedCount | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const fetched = useFetched(`${URL} lines ${sheet.id} ${view} ${page} ${quick}`, (signal) =>
    lines(sheet.id, view, page, quick, signal),
  )
  const { reload } = fetched
  const shown = useRef(turn)
  useEffect(() => {
    if (shown.current !== turn) reload()
    shown.current = turn
  }, [turn, reload])

  const counting = sheet.status === 0 && can('count')
  // On a phone one counts or reviews, one after the other.
  const choosing = sheet.allowed.includes('recount') && can('recount') && (wide || !counting)
  const views = VIEWS.filter((one) => sheet.shows_books || (one !== 'equal' && one !== 'different'))
  const inputs = (): HTMLInputElement[] => [
    ...(body.current?.querySelectorAll<HTMLInputElement>('input[data-line]') ?? []),
  ]
  const goTo = (input: HTMLInputElement | undefined): void => {
    input?.focus()
    input?.select()
  }
  const indexOf = (line: number): number => inputs().findIndex((input) => Number(input.dataset.line) === line)
  const rows = fetched.data?.list ?? null
  const total = fetched.data?.total ?? 0
  const lineProps = (row: CountLine): LineProps => ({
    sheet,
    row,
    counting,
    reasons: sheet.allowed.includes('edit') && can('edit'),
    chosen: choosing ? chosen.includes(row.line) : null,
    choose: (on) => choose(on ? [...chosen, row.line] : chosen.filter((line) => line !== row.line)),
    next: () => goTo(inputs()[indexOf(row.line) + 1]),
    saved: (count) => {
      if (count) setLast(count)
      reload()
      saved()
    },
  })
  const exporting = (
    <ExportList
      page={PAGE}
      list={{
        url: URL,
        title: `${t('counts.lines')} ${sheet.count_no}`,
        always: { rows: 'lines', id: sheet.id },
      }}
      params={{ view, quickSearch: quick }}
    />
  )

  return (
    <>
      <div className={classes.bar}>
        <div className={classes.views} role="group" aria-label={t('counts.lines')}>
          {views.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={view === one}
              className={classes.view}
              onClick={() => {
                setView(one)
                setPage(1)
              }}
            >
              {t(`counts.views.${one}`)}
            </button>
          ))}
        </div>
        <Input.Search
          aria-label={t('counts.searchLines')}
          placeholder={t('counts.searchLines')}
          className={classes.search}
          allowClear
          onSearch={(value) => {
            setQuick(value.trim())
            setPage(1)
          }}
          onClear={() => setQuick('')}
        />
        {counting && (
          <Button icon={<IconPlus />} onClick={() => setFinding(true)}>
            {t('counts.foundGoods')}
          </Button>
        )}
        {wide && exporting}
      </div>
      {wide && counting && sheet.line_count > 0 && <p className={classes.hint}>{t('counts.enterHint')}</p>}
      {counting && last && (
        <SavedNote
          count={last}
          row={rows?.find(({ line }) => line === last.line)}
          again={() => goTo(inputs()[indexOf(last.line)])}
        />
      )}
      {fetched.error && !rows ? (
        <Problem error={fetched.error} retry={reload} />
      ) : !rows ? (
        <Waiting rows={8} />
      ) : rows.length === 0 ? (
        <Nothing text={t(counting && sheet.line_count === 0 ? 'counts.emptyBooks' : 'counts.noLines')} />
      ) : !wide ? (
        <div ref={body}>
          <ul className={classes.cards} aria-label={t('counts.lines')}>
            {rows.map((row) => (
              <CountLineCard key={row.line} {...lineProps(row)} />
            ))}
          </ul>
        </div>
      ) : (
        <div ref={body} className={classes.scroll} tabIndex={0} role="region" aria-label={t('counts.lines')}>
          <table className={classes.plain}>
            <thead>
              <tr>
                {choosing && (
                  <th>
                    <Checkbox
                      aria-label={t('counts.chooseAll')}
                      checked={rows.every((row) => chosen.includes(row.line))}
                      onChange={(all) => {
                        const here = rows.map((row) => row.line)
                        const elsewhere = chosen.filter((line) => !here.includes(line))
                        choose(all ? [...elsewhere, ...here] : elsewhere)
                      }}
                    />
                  </th>
                )}
                <th>{t('counts.line')}</th>
                <th>{t('counts.place')}</th>
                <th>{t('counts.product')}</th>
                <th>{t('counts.batch')}</th>
                <th className={classes.right}>{t('counts.counted')}</th>
                {sheet.shows_books && (
                  <>
                    <th className={classes.right}>{t('counts.book')}</th>
                    <th className={classes.right}>{t('counts.difference')}</th>
                    <th className={classes.right}>{t('counts.value')}</th>
                  </>
                )}
                <th>{t('counts.by')}</th>
                <th>{t('counts.reason')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <CountLineRow key={row.line} {...lineProps(row)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {total > LINES_OF_A_PAGE && (
        <Pagination
          className={classes.pages}
          size="small"
          simple={!wide}
          current={page}
          pageSize={LINES_OF_A_PAGE}
          total={total}
          onChange={setPage}
        />
      )}
      {!wide && exporting}
      {finding && (
        <FoundGoods
          sheet={sheet}
          close={() => setFinding(false)}
          saved={() => {
            reload()
            saved()
          }}
        />
      )}
    </>
  )
}
