import { Button, Descriptions, Progress, Timeline } from '@arco-design/web-react'
import { IconMobile } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { useTopics } from '@/shared/hooks/useTopics'
import { useWide } from '@/shared/hooks/useWide'
import { hasPermission, session } from '@/shared/session/store'
import { PrintButton } from '@/shared/print/PrintButton'
import { Numeral } from '@/shared/ui/Numeral'
import { Card, Page, Problem, Waiting } from '@/shared/ui/Page'
import { RefreshButton } from '@/shared/ui/RefreshButton'
import { moment } from '@/shared/ui/time'
import { find, PAGE, TOPIC, URL, type CountSheet } from './api'
import { CountLines } from './CountLines'
import classes from './counts.module.css'
import { coversText } from './coversText'
import { Lost } from './Lost'
import { StatusTag } from './StatusTag'
import { useSheetActions } from './useSheetActions'

/** Where goods are counted by scanning. */
const HANDHELD = 'warehouse/clerk'

function Facts({ sheet }: { sheet: CountSheet }) {
  const { t } = useTranslation()
  const wide = useWide(768)
  const people = sheet.counters.map(({ nickname }) => nickname ?? '–').join(', ')
  const facts = [
    { label: t('counts.status'), value: <StatusTag status={sheet.status} /> },
    { label: t('counts.warehouse'), value: sheet.warehouses?.name ?? '–' },
    { label: t('counts.covers'), value: coversText(t, sheet), span: wide ? 2 : 1 },
    { label: t('counts.kind'), value: t(sheet.blind ? 'counts.blind' : 'counts.open') },
    { label: t('counts.inCharge'), value: sheet.admin?.nickname ?? '–' },
    {
      label: t('counts.creator'),
      value: `${sheet.createAdmin?.nickname ?? '–'} · ${moment(sheet.create_time)}`,
    },
    { label: t('counts.counters'), value: people || '–' },
    { label: t('counts.reviewer'), value: sheet.auditAdmin?.nickname ?? '–' },
    {
      label: t('counts.progress'),
      value: (
        <span className={classes.progress}>
          <Progress
            size="small"
            percent={sheet.line_count === 0 ? 0 : Math.floor((sheet.counted_count / sheet.line_count) * 100)}
          />
          {sheet.counted_count} / {sheet.line_count}
          {sheet.different_count != null && ` · ${t('counts.different')} ${sheet.different_count}`}
          {sheet.recount_count > 0 && ` · ${t('counts.views.recount')} ${sheet.recount_count}`}
        </span>
      ),
    },
    ...(sheet.difference_amount != null
      ? [
          {
            label: t('counts.differenceAmount'),
            value: <Numeral value={sheet.difference_amount} money />,
          },
        ]
      : []),
  ]
  return (
    <>
      <Descriptions
        column={wide ? 2 : 1}
        data={facts}
        labelStyle={{ whiteSpace: 'nowrap', paddingRight: 16 }}
      />
      {sheet.remark && <p className={classes.remark}>{sheet.remark}</p>}
    </>
  )
}

function History({ sheet }: { sheet: CountSheet }) {
  const { t } = useTranslation()
  return (
    <Timeline>
      {sheet.history.map((entry, index) => (
        <Timeline.Item
          key={`${entry.at}-${index}`}
          label={`${entry.nickname ?? ''} ${moment(entry.at, 'YYYY-MM-DD HH:mm:ss')}`}
        >
          {t(`counts.actions.${entry.action}`)}
          {entry.reason ? `: ${entry.reason}` : ''}
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

/** One sheet: counting, and reviewing what was counted. */
export function CountSheetPage({ id }: { id: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const can = usePermission(PAGE)
  const fetched = useFetched(`${URL} ${id}`, (signal) => find(id, signal))
  const [turn, setTurn] = useState(0)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const renew = (): void => {
    fetched.reload()
    setTurn((old) => old + 1)
  }
  useTopics([TOPIC], renew)
  const sheet = fetched.data?.id === id ? fetched.data : null
  const actions = useSheetActions(sheet, chosen, () => {
    setChosen([])
    renew()
  })
  const { permissions } = useSnapshot(session)
  const wide = useWide(768)
  const back = <Button onClick={() => void navigate(`/admin/${PAGE}`)}>{t('common.back')}</Button>
  if (!sheet) {
    return (
      <Page title={t('counts.title')} actions={back}>
        <Card>
          {fetched.error ? <Problem error={fetched.error} retry={fetched.reload} /> : <Waiting rows={10} />}
        </Card>
      </Page>
    )
  }
  const handheld = sheet.status === 0 && can('count') && hasPermission(permissions, HANDHELD) && (
    <Button
      icon={<IconMobile />}
      onClick={() => void navigate(`/admin/${HANDHELD}?task=count&order=${sheet.id}`)}
    >
      {t('counts.handheld')}
    </Button>
  )
  const print = can('print') && <PrintButton path={`${URL}/print?ids[]=${sheet.id}`} />
  return (
    <Page
      title={wide ? `${t('counts.one')} ${sheet.count_no}` : sheet.count_no}
      remark={wide ? t(`counts.says.${sheet.status}`) : undefined}
      actions={
        <>
          {back}
          <RefreshButton refresh={renew} />
          {wide && print}
          {wide && handheld}
          {wide && actions.others}
          {wide && actions.main}
        </>
      }
    >
      <Card label={t('counts.one')}>
        {wide ? (
          <Facts sheet={sheet} />
        ) : (
          <details className={classes.fold}>
            <summary>
              <StatusTag status={sheet.status} />
              <span>{sheet.warehouses?.name}</span>
              <span>
                {sheet.counted_count} / {sheet.line_count}
              </span>
            </summary>
            <div className={classes.steps}>
              {print}
              {actions.others}
            </div>
            <Facts sheet={sheet} />
          </details>
        )}
      </Card>
      {sheet.posting && sheet.posting.lost.length > 0 && (
        <Card label={t('counts.lost')}>
          <Lost rows={sheet.posting.lost} />
        </Card>
      )}
      <Card label={t('counts.lines')}>
        <CountLines sheet={sheet} turn={turn} chosen={chosen} choose={setChosen} saved={fetched.reload} />
      </Card>
      <Card label={t('counts.history')}>
        <h2 className={classes.heading}>{t('counts.history')}</h2>
        <History sheet={sheet} />
      </Card>
      {!wide && (
        <div className={classes.foot}>
          {handheld}
          {actions.main}
        </div>
      )}
      {actions.dialogs}
    </Page>
  )
}
