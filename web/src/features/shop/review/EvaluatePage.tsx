import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { ApiError } from '@/shared/http/error'
import { randomId } from '@/shared/randomId'
import { Page } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import { fullUrl } from '@/shared/upload/address'
import { Empty, Failed, useErrorText } from '../Failed'
import { Icon } from '../Icon'
import { getDetail, type Order, type OrderLine } from '../order/calls'
import { Picture } from '../Picture'
import { Pictures } from '../refund/Pictures'
import shop from '../shop.module.css'
import { Stars } from '../Stars'
import { EMPTY, evaluate, fetchOwn, openLines, PICTURES_MAX, rated, TEXT_MAX, type Draft } from './calls'
import { StarChoice } from './StarChoice'
import classes from './review.module.css'

interface LineProps {
  line: OrderLine
  draft: Draft
  fault: string
  change: (draft: Draft) => void
}

function Goods({ line }: { line: Pick<OrderLine, 'goods_id' | 'image' | 'name' | 'sku_text'> }) {
  return (
    <header className={classes.goods}>
      <span>
        <Picture src={line.image} alt="" size={72} />
      </span>
      <div>
        <RouteLink to={`/shop/goods/${line.goods_id}`}>{line.name}</RouteLink>
        {line.sku_text && <small>{line.sku_text}</small>}
      </div>
    </header>
  )
}

function Line({ line, draft, fault, change }: LineProps) {
  const { t } = useTranslation()
  const id = `review-${line.line}`
  return (
    <li>
      <Goods line={line} />
      <StarChoice
        name={`${id}-star`}
        label={t('shopReview.stars', { name: line.name })}
        value={draft.star}
        change={(star) => change({ ...draft, star })}
      />
      <label htmlFor={id}>{t('shopReview.text')}</label>
      <textarea
        id={id}
        rows={3}
        maxLength={TEXT_MAX}
        placeholder={t('shopReview.hint')}
        value={draft.content}
        onChange={(event) => change({ ...draft, content: event.target.value })}
      />
      <p className={classes.label}>{t('shopReview.pictures', { count: PICTURES_MAX })}</p>
      <Pictures
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
          return (
            <li key={one.id}>
              {line && <Goods line={line} />}
              <Stars star={one.star} />
              {one.status === 0 && <small>{t('shopReview.waiting')}</small>}
              {one.content && <p>{one.content}</p>}
              {one.images.length > 0 && (
                <span className={classes.shots}>
                  {one.images.map((image) => (
                    <img key={image} src={fullUrl(image)} alt="" width={72} height={72} loading="lazy" />
                  ))}
                </span>
              )}
              {one.reply && (
                <blockquote>
                  <b>{t('shopReview.reply')}</b> {one.reply}
                </blockquote>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The place of a fault: `lines[1].content` is about the second line that was sent. */
const placeOf = (field: string): number => Number(/^lines\[(\d+)\]/.exec(field)?.[1] ?? -1)

function Form({ order, done }: { order: Order; done: (order: Order) => void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const open = openLines(order)
  const [drafts, setDrafts] = useState<Readonly<Record<number, Draft>>>({})
  const [faults, setFaults] = useState<Readonly<Record<number, string>>>({})
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  // The same words are sent once, however often the button is pressed or the network fails.
  const command = useRef(randomId())
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setFaults({})
    const lines = rated(open, drafts)
    if (lines.length === 0) return setProblem(t('shopReview.need'))
    setProblem('')
    setBusy(true)
    evaluate(order, lines, command.current)
      .then(done, (error: unknown) => {
        if (error instanceof ApiError && error.message) command.current = randomId()
        const refused = error instanceof ApiError ? error.errors : []
        const placed = refused.flatMap(({ field, msg }) => {
          const line = lines[placeOf(field)]?.line
          return line === undefined ? [] : [[line, msg] as const]
        })
        setFaults(Object.fromEntries(placed))
        if (placed.length === 0) setProblem(errorText(error))
      })
      .finally(() => setBusy(false))
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <ul className={classes.lines}>
        {open.map((line) => (
          <Line
            key={line.line}
            line={line}
            draft={drafts[line.line] ?? EMPTY}
            fault={faults[line.line] ?? ''}
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

/** Stars, words and pictures for what was received (`?order_no=`). */
export default function EvaluatePage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const number = search.get('order_no') ?? ''
  const asked = useFetched(number, (signal) => getDetail(number, signal))
  const [sent, setSent] = useState<Order | null>(null)
  const [round, setRound] = useState(0)
  const order = asked.data?.row
  return (
    <Page title={t('shopReview.title')} remark={t('shopReview.lead', { number })}>
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
          <Failed error={asked.error} retry={asked.reload} />
        ) : !order || asked.renewing ? (
          <div className={classes.waiting} role="status" aria-label={t('site.loading')} />
        ) : (
          <>
            {openLines(order).length > 0 ? (
              <Form key={round} order={order} done={setSent} />
            ) : (
              <Empty title={t('shopReview.nothing')} text={t('shopReview.nothingText')}>
                <RouteLink to="/user/shop/orders" className={shop.plain}>
                  {t('shopOrder.mine')}
                </RouteLink>
              </Empty>
            )}
            {order.lines.some(({ evaluated }) => evaluated) && <Mine order={order} />}
          </>
        )}
      </div>
    </Page>
  )
}
