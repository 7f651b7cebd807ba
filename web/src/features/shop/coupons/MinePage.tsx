import { Button, Input, Message, Pagination, Tabs } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import { minute } from '../day'
import { fetchOwn, OWN_PAGE, takeByCode, type Own } from './calls'
import { Ticket } from './Ticket'
import { goodsOf } from './worth'
import classes from './coupons.module.css'

const STATES = ['free', 'held', 'used', 'over'] as const
const CODE_MAX = 32

/** One's coupons by state, and where a code is entered. */
export default function MinePage() {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const [state, setState] = useState(0)
  const [page, setPage] = useState(1)
  const [code, setCode] = useState('')
  const { busy, submit } = useSubmit(show)
  const own = useFetched(`coupons ${state} ${page}`, (signal) => fetchOwn(state, page, signal))
  // Not known before they are loaded: none would be an answer.
  const counts = own.data?.counts

  const enter = (): void => {
    if (!code.trim()) return
    void submit(
      () => takeByCode(code.trim()),
      () => {
        setCode('')
        Message.success(t('shopMoney.centre.taken'))
        own.reload()
      },
    )
  }
  const stamp = (row: Own): string => t(`shopMoney.state.${row.status}`)
  return (
    <Page
      title={t('shopMoney.mine.title')}
      actions={<RouteLink to="/shop/coupons">{t('shopMoney.mine.centre')}</RouteLink>}
    >
      <Card label={t('shopMoney.mine.code')}>
        <form
          className={classes.code}
          onSubmit={(event) => {
            event.preventDefault()
            enter()
          }}
        >
          <Input
            value={code}
            maxLength={CODE_MAX}
            aria-label={t('shopMoney.mine.code')}
            placeholder={t('shopMoney.mine.code')}
            onChange={setCode}
          />
          <Button type="primary" htmlType="submit" loading={busy} disabled={!code.trim()}>
            {t('shopMoney.mine.enter')}
          </Button>
        </form>
      </Card>
      <Card>
        <Tabs
          activeTab={String(state)}
          onChange={(key) => {
            setState(Number(key))
            setPage(1)
          }}
        >
          {STATES.map((name, at) => (
            <Tabs.TabPane
              key={String(at)}
              title={t(`shopMoney.mine.tab.${name}`, { count: counts?.[at] ?? '–' })}
            />
          ))}
        </Tabs>
        {own.failure ? (
          <Problem error={own.failure} retry={own.reload} toMember />
        ) : !own.data ? (
          <Waiting rows={6} />
        ) : own.data.list.length === 0 ? (
          <Nothing text={t('shopMoney.mine.none')}>
            {state === 0 && <RouteLink to="/shop/coupons">{t('shopMoney.mine.centre')}</RouteLink>}
          </Nothing>
        ) : (
          <ul className={classes.tickets}>
            {own.data.list.map((row) => (
              <Ticket
                key={row.id}
                name={row.name}
                terms={row.terms}
                time={t('shopMoney.time.until', {
                  from: minute(row.start_time),
                  until: minute(row.end_time),
                })}
                pale={state > 1}
              >
                {state === 0 ? (
                  <RouteLink to={goodsOf(row.coupon_id, row.terms)} className={classes.use}>
                    {t('shopMoney.mine.use')}
                  </RouteLink>
                ) : (
                  <span className={classes.stamp}>{stamp(row)}</span>
                )}
              </Ticket>
            ))}
          </ul>
        )}
        {own.data && !own.failure && (
          <Pagination
            className={classes.pages}
            current={page}
            total={own.data.total}
            pageSize={OWN_PAGE}
            onChange={setPage}
            hideOnSinglePage
          />
        )}
      </Card>
    </Page>
  )
}
