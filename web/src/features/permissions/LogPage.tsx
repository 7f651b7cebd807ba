import { Tag } from '@arco-design/web-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import { useLabel } from '@/resource/schema/useLabel'
import type { ResourceRow } from '@/resource/schema/types'
import { logLine } from './logLine'
import classes from './log.module.css'

/** Actions with a sentence of their own; others are named by their button. */
const SENTENCES = [
  'add',
  'edit',
  'del',
  'login',
  'logout',
  'import',
  'export',
  'restore',
  'sortable',
] as const

/** A line of the log as a sentence, with what it changed. */
function Sentence({ row }: { row: ResourceRow }) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const line = logLine(row)
  const own = SENTENCES.find((action) => action === line.action)
  const names = line.names.map((name) => t('log.name', { name })).join(t('log.and'))
  const what = { page: line.page, button: line.button, names }
  return (
    <div className={classes.line}>
      <span>
        {(own ? t(`log.${own}`, what) : t('log.other', what)).replace(/\s+/g, ' ').trim()}
        {line.refused && (
          <Tag color="red" size="small" className={classes.refused}>
            {t('log.refused')}
          </Tag>
        )}
      </span>
      {line.changes.length > 0 && (
        <ul className={classes.changes}>
          {line.changes.map(({ field, before, after }) => {
            const label = typeof field === 'string' ? field : labelOf(field)
            return (
              <li key={label}>
                {label} <del>{before || t('log.empty')}</del> → <ins>{after || t('log.empty')}</ins>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

/** What administrators have done, as sentences. Address, browser and the sent body are in the row's panel. */
export default function LogPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const custom = useMemo<Custom>(
    () => ({
      cells: { title: (row) => <Sentence row={row} /> },
      titles: { title: t('log.what') },
      undeletable: true,
      hidden: ['id', 'username', 'url', 'data', 'useragent'],
    }),
    [t],
  )
  return <ResourcePage name={name} custom={custom} />
}
