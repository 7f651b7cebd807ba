import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { useHead } from '@/shared/hooks/useHead'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { ApiError } from '@/shared/http/error'
import { badgeOf } from '@/shared/ui/badge'
import { RouteLink } from '@/shared/ui/RouteLink'
import { useSnapshot } from 'valtio'
import { member } from '@/shared/session/member'
import { keptArea } from './area'
import { addToCart, cartState } from './cart'
import { early, getGoods, type Goods } from './calls'
import { Countdown } from './Countdown'
import { CountMark } from './CountMark'
import { Failed, useErrorText } from './Failed'
import { Gallery } from './Gallery'
import { Icon } from './Icon'
import { keepGoods, seenGoods } from './kept'
import { lazyPart, lazyPartWhenNear } from './lazyPart'
import { Picture } from './Picture'
import { Price } from './Price'
import { Quantity } from './Quantity'
import { ShopFrame } from './ShopFrame'
import { chosenImage, chosenSku, differInPrice, firstChoice, type Chosen } from './sku'
import { SkuPicker } from './SkuPicker'
import classes from './goods.module.css'
import shop from './shop.module.css'

const Evaluations = lazyPartWhenNear(() => import('./Evaluations'), 'shopMore')
const Coupons = lazyPart(() => import('./GoodsCoupons'), 'shopMoney', 'shopMore')
const Together = lazyPartWhenNear(() => import('./GoesWell'), 'shopMore')
const Seen = lazyPartWhenNear(() => import('./RecentlySeen'), 'shopMore')
const Freight = lazyPart(() => import('./GoodsFreight'), 'shopOrder', 'shopMore')

function Way({ goods }: { goods: Goods }) {
  const { t } = useTranslation()
  return (
    <nav className={classes.way} aria-label={t('shop.goods.way')}>
      <RouteLink to="/shop">{t('shop.nav.home')}</RouteLink>
      {goods.classify.map(({ id, name }) => (
        <span key={id}>
          <Icon name="right" size={14} />
          <RouteLink to={`/shop/list?classify_id=${id}`}>{name}</RouteLink>
        </span>
      ))}
    </nav>
  )
}

/** What would be bought as things stand. */
interface Picked {
  sku: number
  quantity: number
}

interface BuyingProps {
  goods: Goods
  again: () => void
  show: (image: string) => void
  picked: (picked: Picked) => void
}

function Buying({ goods, again, show, picked }: BuyingProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { count } = useSnapshot(cartState)
  const errorText = useErrorText()
  const [chosen, setChosen] = useState<Chosen>(() => firstChoice(goods.skus, goods.spec_attrs))
  const [quantity, setQuantity] = useState(Math.max(1, goods.buy_min))
  const [message, setMessage] = useState<{ kind: 'done' | 'wrong'; text: string } | null>(null)
  const { busy, submit } = useSubmit((error) => setMessage({ kind: 'wrong', text: errorText(error) }))
  const sku = chosenSku(goods.skus, goods.spec_attrs, chosen)
  const image = chosenImage(sku, goods.spec_attrs, chosen)
  useEffect(() => show(image), [image, show])
  const id = sku?.id ?? 0
  useEffect(() => picked({ sku: id, quantity }), [id, quantity, picked])
  const early = goods.sale_start > goods.now
  const late = goods.sale_end > 0 && goods.sale_end <= goods.now
  const out = goods.stock === 'out' || sku?.stock === 'out'
  const most = goods.buy_max > 0 ? Math.min(goods.buy_max, goods.line_max) : goods.line_max
  const ready = !early && !late && !out && !busy
  const wanted = (): typeof sku => {
    const open = goods.spec_attrs.filter(({ id }) => !chosen[id]).map(({ name }) => name)
    const text =
      open.length > 0
        ? t('shop.goods.chooseOf', { names: open.join(t('shop.goods.comma')) })
        : t('shop.goods.choose')
    if (!sku) setMessage({ kind: 'wrong', text })
    return sku
  }
  const add = (): void => {
    const one = wanted()
    if (!one) return
    void submit(
      () => addToCart(one.id, quantity, one.price),
      () => setMessage({ kind: 'done', text: t('shop.goods.added') }),
    )
  }
  const buy = (): void => {
    const one = wanted()
    if (one) void navigate(`/shop/checkout?sku=${one.id}&quantity=${quantity}`)
  }
  const stock = sku?.stock ?? goods.stock
  return (
    <>
      <div className={classes.priced}>
        <Price amount={sku?.price ?? goods.price} before={sku?.origin_price ?? goods.origin_price} large />
        {!sku && differInPrice(goods.skus) && <small>{t('shop.goods.from')}</small>}
        {goods.sales > 0 && <span>{t('shop.sold', { count: goods.sales })}</span>}
      </div>
      {early && (
        <p className={classes.early}>
          <Icon name="clock" size={18} />
          {t('shop.goods.begins')}
          <Countdown until={goods.sale_start} now={goods.now} ended={again} />
        </p>
      )}
      <SkuPicker
        goods={goods}
        chosen={chosen}
        choose={(next) => {
          setMessage(null)
          setChosen(next)
        }}
      />
      <div className={classes.pieces}>
        <span>{t('shop.quantity')}</span>
        <Quantity
          value={quantity}
          min={Math.max(1, goods.buy_min)}
          max={most}
          label={t('shop.quantity')}
          change={setQuantity}
        />
        <span className={shop.hint} data-stock={stock}>
          {t(`shop.stock.${stock}`)}
        </span>
        <small>
          {goods.buy_min > 1 && t('shop.goods.least', { count: goods.buy_min })}{' '}
          {goods.buy_max > 0 && t('shop.goods.most', { count: goods.buy_max })}{' '}
          {goods.limit_num > 0 && t('shop.goods.limit', { count: goods.limit_num })}
        </small>
      </div>
      <div className={classes.notice} role="status" data-kind={message?.kind}>
        {message && (
          <>
            {message.text}
            {message.kind === 'done' && <RouteLink to="/shop/cart">{t('shop.goods.toCart')}</RouteLink>}
          </>
        )}
      </div>
      <div className={classes.buttons} data-foot>
        <RouteLink
          to="/shop/cart"
          className={classes.cart}
          aria-label={[t('shop.nav.cart'), badgeOf(count)].filter(Boolean).join(' ')}
        >
          <Icon name="cart" />
          <CountMark count={count} />
        </RouteLink>
        <button type="button" className={shop.second} disabled={!ready} onClick={add}>
          {t('shop.goods.add')}
        </button>
        <button type="button" className={shop.first} disabled={!ready} onClick={buy}>
          {t(
            out ? 'shop.stock.out' : late ? 'shop.goods.over' : early ? 'shop.stock.early' : 'shop.goods.buy',
          )}
        </button>
      </div>
    </>
  )
}

/** How it is sent, and what that costs: for members at once, for visitors when they ask. */
function Delivery({ goods, picked }: { goods: Goods; picked: Picked }) {
  const { t } = useTranslation()
  const { token } = useSnapshot(member)
  const [open, setOpen] = useState(() => token !== '' || keptArea().length > 0)
  if (goods.delivery_type === 2) return t('shop.goods.virtual')
  if (goods.free_freight) return t('shop.goods.freeFreight')
  const sku = picked.sku || goods.skus[0]?.id || 0
  return (
    <>
      {t('shop.goods.freight')}
      {open ? (
        <Suspense fallback={null}>
          <Freight sku={sku} quantity={picked.quantity} />
        </Suspense>
      ) : (
        <button type="button" className={classes.ask} onClick={() => setOpen(true)}>
          {t('shop.goods.toArea')}
          <Icon name="right" size={14} />
        </button>
      )}
    </>
  )
}

function Found({ goods, again }: { goods: Goods; again: () => void }) {
  const { t } = useTranslation()
  const [image, setImage] = useState('')
  const [picked, setPicked] = useState<Picked>({ sku: 0, quantity: 1 })
  const { id, name, images } = goods
  // What was seen before: these goods are added for the next page.
  const [before] = useState(() => seenGoods().filter((one) => one.id !== id).length)
  useEffect(() => keepGoods({ id, name, image: images[0] ?? '' }), [id, name, images])
  useHead({
    kind: 'product',
    image: goods.images[0],
    title: goods.name,
    text: [goods.sub_name || goods.name, ...goods.params.map(({ name, value }) => `${name}: ${value}`)]
      .join(' · ')
      .slice(0, 160),
  })
  return (
    <>
      <Way goods={goods} />
      <div className={classes.columns}>
        <Gallery images={goods.images} video={goods.video} name={goods.name} chosen={image} />
        <section className={classes.sale}>
          <h1>{goods.name}</h1>
          {goods.sub_name && <p className={classes.lead}>{goods.sub_name}</p>}
          <Buying key={goods.id} goods={goods} again={again} show={setImage} picked={setPicked} />
          <dl className={classes.terms}>
            <Suspense fallback={null}>
              <Coupons goods={goods} />
            </Suspense>
            <div className={classes.term}>
              <dt>
                <Icon name="truck" size={18} />
                {t('shop.goods.delivery')}
              </dt>
              <dd>
                <Delivery goods={goods} picked={picked} />
              </dd>
            </div>
            {goods.services.map(({ id, name, image, content }) => (
              <div key={id} className={classes.term}>
                <dt>
                  {image ? (
                    <span className={classes.service}>
                      <Picture src={image} alt="" size={20} />
                    </span>
                  ) : (
                    <Icon name="check" size={18} />
                  )}
                  {name}
                </dt>
                <dd>{content}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <nav className={classes.tabs} aria-label={t('shop.goods.parts')}>
        <a href="#about">{t('shop.goods.about')}</a>
        {goods.params.length > 0 && <a href="#params">{t('shop.goods.params')}</a>}
        <a href="#evaluations">{t('shop.goods.evaluations')}</a>
      </nav>
      <section id="about" className={classes.part}>
        <h2>{t('shop.goods.about')}</h2>
        {goods.content ? (
          // The server has taken scripts and addresses of other sites out of it.
          <div className={classes.content} dangerouslySetInnerHTML={{ __html: goods.content }} />
        ) : (
          <p className={classes.quiet}>{goods.sub_name || goods.name}</p>
        )}
      </section>
      {goods.params.length > 0 && (
        <section id="params" className={classes.part}>
          <h2>{t('shop.goods.params')}</h2>
          <dl className={classes.params}>
            {goods.params.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            {goods.goods_no && (
              <div>
                <dt>{t('shop.goods.number')}</dt>
                <dd>{goods.goods_no}</dd>
              </div>
            )}
          </dl>
        </section>
      )}
      <section id="evaluations" className={classes.part}>
        <h2>{t('shop.goods.evaluations')}</h2>
        <Evaluations goods={goods.id} />
      </section>
      <Together key={goods.id} goods={goods.id} />
      {before > 0 && <Seen but={goods.id} />}
    </>
  )
}

function Skeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes.columns} role="status" aria-label={t('site.loading')}>
      <div className={classes.gallery} data-waiting="true" />
      <div className={classes.sale}>
        {[60, 90, 30, 80, 50].map((width) => (
          <span key={width} className={shop.bone} style={{ width: `${width}%` }} />
        ))}
      </div>
    </div>
  )
}

/** One of the goods. */
export default function GoodsPage() {
  const { id = '' } = useParams()
  const asked = useFetched(id, (signal) => getGoods(id, signal), early.goods)
  const { data, failure, shownKey } = asked
  const gone = failure instanceof ApiError && failure.data.key === 'error.not_found'
  if (!/^\d+$/.test(id) || gone) return <Navigate to="/404" replace />
  return (
    <ShopFrame ownFoot>
      {failure ? (
        <Failed error={failure} retry={asked.reload} />
      ) : !data || shownKey !== id ? (
        <Skeleton />
      ) : (
        <Found goods={data} again={asked.reload} />
      )}
    </ShopFrame>
  )
}
