import { Button, Checkbox, Input, Pagination } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportList } from '@/resource/list/ExportList'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { useWide } from '@/shared/hooks/useWide'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import { lines, LINES_OF_A_PAGE, PAGE, URL, VIEWS, type CountSheet, type View } from './api'
import { CountLineRow } from './CountLineRow'
import classes from './counts.module.css'
import { FoundGoods } from './FoundGoods'

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
  const body = useRef<HTMLTableSectionElement>(null)
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
  const choosing = sheet.allowed.includes('recount') && can('recount')
  const views = VIEWS.filter((one) => sheet.shows_books || (one !== 'equal' && one !== 'different'))
  const next = (line: number): void => {
    const inputs = [...(body.current?.querySelectorAll<HTMLInputElement>('input[data-line]') ?? [])]
    const at = inputs.findIndex((input) => Number(input.dataset.line) === line)
    inputs[at + 1]?.focus()
    inputs[at + 1]?.select()
  }
  const rows = fetched.data?.list ?? null
  const total = fetched.data?.total ?? 0

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
        <ExportList
          page={PAGE}
          list={{
            url: URL,
            title: `${t('counts.lines')} ${sheet.count_no}`,
            always: { rows: 'lines', id: sheet.id },
          }}
          params={{ view, quickSearch: quick }}
        />
      </div>
      {counting && sheet.line_count > 0 && <p className={classes.hint}>{t('counts.enterHint')}</p>}
      {fetched.error && !rows ? (
        <Problem error={fetched.error} retry={reload} />
      ) : !rows ? (
        <Waiting rows={8} />
      ) : rows.length === 0 ? (
        <Nothing text={t(counting && sheet.line_count === 0 ? 'counts.emptyBooks' : 'counts.noLines')} />
      ) : (
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('counts.lines')}>
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
            <tbody ref={body}>
              {rows.map((row) => (
                <CountLineRow
                  key={row.line}
                  sheet={sheet}
                  row={row}
                  counting={counting}
                  reasons={sheet.allowed.includes('edit') && can('edit')}
                  chosen={choosing ? chosen.includes(row.line) : null}
                  choose={(on) =>
                    choose(on ? [...chosen, row.line] : chosen.filter((line) => line !== row.line))
                  }
                  next={() => next(row.line)}
                  saved={() => {
                    reload()
                    saved()
                  }}
                />
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
