import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { useSubmitText } from '@/shared/hooks/useSubmit'
import { ApiError } from '@/shared/http/error'
import { Page } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import layout from '@/shared/ui/layout.module.css'
import { Empty, useErrorText } from '../Failed'
import { Icon } from '../Icon'
import { lineOf } from '../lineOf'
import { getDetail, type Order, type OrderLine } from '../order/calls'
import { OrderFailed } from '../order/OrderFailed'
import { MemberPictures } from '../refund/MemberPictures'
import shop from '../shop.module.css'
import {
  EMPTY,
  evaluate,
  fetchOwn,
  openLines,
  PICTURES_MAX,
  rated,
  starless,
  TEXT_MAX,
  type Draft,
} from './calls'
import { OwnPage } from './OwnPage'
import { Goods, OwnReview } from './OwnReview'
import { StarChoice } from './StarChoice'
import classes from './review.module.css'

interface LineProps {
  line: OrderLine
  draft: Draft
  fault: string
  /** Its stars were missed. */
  lacks: boolean
  change: (draft: Draft) => void
}

const starsOf = (line: number): string => `review-${line}-star`

function Line({ line, draft, fault, lacks, change }: LineProps) {
  const { t } = useTranslation()
  const id = `review-${line.line}`
  return (
    <li>
      <Goods goods={line} />
      <StarChoice
        name={starsOf(line.line)}
        label={t('shopReview.stars', { name: line.name })}
        value={draft.star}
        lacks={lacks && draft.star === 0}
        change={(star) => change({ ...draft, star })}
      />
      <label htmlFor={id}>{t('shopReview.text')}</label>
      <textarea
        className={layout.input}
        id={id}
        rows={3}
        maxLength={TEXT_MAX}
        placeholder={t('shopReview.hint')}
        value={draft.content}
        onChange={(event) => change({ ...draft, content: event.target.value })}
      />
      <p className={classes.label}>{t('shopReview.pictures', { count: PICTURES_MAX })}</p>
      <MemberPictures
        value={draft.images}
        most={PICTURES_MAX}
        topic="evaluation"
        onChange={(images) => change({ ...draft, images })}
      />
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={draft.anonymous}
          onChange={(event) => change({ ...draft, anonymous: event.target.checked })}
        />
        <span>
          {t('shopReview.anonymous')} <small>{t('shopReview.anonymousHint')}</small>
        </span>
      </label>
      {fault && (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
    </li>
  )
}

/** The member's earlier evaluations of this order. */
function Mine({ order }: { order: Order }) {
  const { t } = useTranslation()
  const own = useFetched(order.order_no, (signal) => fetchOwn(order.order_no, signal))
  const list = own.data?.list ?? []
  if (list.length === 0) return null
  return (
    <section className={classes.part}>
      <h2>{t('shopReview.mine')}</h2>
      <ul className={classes.mine}>
        {list.map((one) => {
          const line = order.lines.find((each) => each.line === one.line)
          const { goods_id, goods_image: image, goods_name: name, sku_text } = one
          return <OwnReview key={one.id} one={one} goods={line ?? { goods_id, image, name, sku_text }} />
        })}
      </ul>
    </section>
  )
}

function Form({ order, done }: { order: Order; done: (order: Order) => void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const open = openLines(order)
  const [drafts, setDrafts] = useState<Readonly<Record<number, Draft>>>({})
  const [faults, setFaults] = useState<Readonly<Record<number, string>>>({})
  const [lacking, setLacking] = useState<readonly number[]>([])
  const { busy, problem, setProblem, submit } = useSubmitText(errorText)
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setFaults({})
    const lines = rated(open, drafts)
    const begun = starless(open, drafts)
    const missed = begun.length > 0 || lines.length > 0 ? begun : open
    setLacking(missed.map(({ line }) => line))
    if (missed[0]) {
      setProblem(t(begun.length > 0 ? 'shopReview.needStars' : 'shopReview.need'))
      event.currentTarget.querySelector<HTMLElement>(`[name="${starsOf(missed[0].line)}"]`)?.focus()
      return
    }
    // The same words are sent once, however often the button is pressed or the network fails.
    void submit(
      (command) => evaluate(order, lines, command),
      done,
      (error) => {
        const refused = error instanceof ApiError ? error.errors : []
        const placed = refused.flatMap(({ field, msg }) => {
          const line = lines[lineOf(field)]?.line
          return line === undefined ? [] : [[line, msg] as const]
        })
        setFaults(Object.fromEntries(placed))
        if (placed.length === 0) setProblem(errorText(error))
      },
    )
  }
  return (
    <form className={classes.form} onSubmit={send}>
      <ul className={classes.lines}>
        {open.map((line) => (
          <Line
            key={line.line}
            line={line}
            draft={drafts[line.line] ?? EMPTY}
            fault={faults[line.line] ?? ''}
            lacks={lacking.includes(line.line)}
            change={(draft) => {
              setProblem('')
              setDrafts((old) => ({ ...old, [line.line]: draft }))
            }}
          />
        ))}
      </ul>
      {open.length > 1 && <p className={classes.quiet}>{t('shopReview.later')}</p>}
      <p className={classes.fault} role="alert">
        {problem}
      </p>
      <button type="submit" className={shop.first} disabled={busy}>
        {t(busy ? 'shopReview.sending' : 'shopReview.send')}
      </button>
    </form>
  )
}

function Done({ order, rest }: { order: Order; rest: () => void }) {
  const { t } = useTranslation()
  return (
    <section className={classes.done}>
      <span>
        <Icon name="check" size={40} />
      </span>
      <h2>{t('shopReview.done')}</h2>
      <p>{t('shopReview.doneText')}</p>
      <p className={classes.buttons}>
        {openLines(order).length > 0 && (
          <button type="button" className={shop.first} onClick={rest}>
            {t('shopReview.rest')}
          </button>
        )}
        <RouteLink to={`/user/shop/order/${order.order_no}`} className={shop.second}>
          {t('shopReview.toOrder')}
        </RouteLink>
        <RouteLink to="/shop" className={shop.plain}>
          {t('shopReview.toShop')}
        </RouteLink>
      </p>
    </section>
  )
}

/** Stars, words and pictures for what was received, and what was said of it before. */
function OfOrder({ number }: { number: string }) {
  const { t } = useTranslation()
  const asked = useFetched(number, (signal) => getDetail(number, signal))
  const [sent, setSent] = useState<Order | null>(null)
  const [round, setRound] = useState(0)
  const order = asked.data?.row
  const open = order ? openLines(order).length > 0 : true
  const said = order?.lines.some(({ evaluated }) => evaluated) ?? false
  const over = !open && said && !sent
  return (
    <Page
      title={t(over ? 'shopReview.all' : 'shopReview.title')}
      remark={over ? t('shopOrder.number', { number }) : t('shopReview.lead', { number })}
      actions={<RouteLink to="/user/shop/evaluate">{t('shopReview.all')}</RouteLink>}
    >
      <div className={`${shop.inside} ${classes.page}`}>
        {sent ? (
          <Done
            order={sent}
            rest={() => {
              setSent(null)
              setRound(round + 1)
              asked.reload()
            }}
          />
        ) : asked.error && !order ? (
          <OrderFailed error={asked.error} retry={asked.reload} />
        ) : !order || asked.renewing ? (
          <div className={classes.waiting} role="status" aria-label={t('site.loading')} />
        ) : (
          <>
            {open ? (
              <Form key={round} order={order} done={setSent} />
            ) : (
              !said && (
                <Empty title={t('shopReview.nothing')} text={t('shopReview.nothingText')}>
                  <RouteLink to="/user/shop/orders" className={shop.plain}>
                    {t('shopOrder.mine')}
                  </RouteLink>
                </Empty>
              )
            )}
            {said && <Mine order={order} />}
          </>
        )}
      </div>
    </Page>
  )
}

/** The evaluations of an order (`?order_no=`), or else all that the member has written. */
export default function EvaluatePage() {
  const [search] = useSearchParams()
  const number = search.get('order_no') ?? ''
  return number ? <OfOrder key={number} number={number} /> : <OwnPage />
}
