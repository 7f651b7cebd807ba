import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { useHead } from '@/shared/hooks/useHead'
import { Placement } from '@/shared/site/placement/Placement'
import { isOwnPath } from '@/shared/site/ownPath'
import { MenuLink } from '@/shared/ui/MenuLink'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Banners } from './Banners'
import { early, getHome, type Home } from './calls'
import { Empty, Failed } from './Failed'
import { GoodsGrid, GridWaiting } from './GoodsGrid'
import { Icon } from './Icon'
import { seenGoods } from './kept'
import { lazyPartWhenNear } from './lazyPart'
import { Picture } from './Picture'
import { ShopFrame } from './ShopFrame'
import classes from './home.module.css'
import shop from './shop.module.css'

const Seen = lazyPartWhenNear(() => import('./RecentlySeen'), 'shopMore')

const listOf = (classify: number): string => `/shop/list?classify_id=${classify}`

function Notices({ list }: { list: Home['notices'] }) {
  const { t } = useTranslation()
  if (list.length === 0) return null
  return (
    <section className={classes.notices} aria-label={t('shop.notices')}>
      <Icon name="bell" size={18} />
      <ul>
        {list.map(({ id, content, link }) => (
          <li key={id}>
            {isOwnPath(link) ? (
              <MenuLink to={link}>{content}</MenuLink>
            ) : /^https:\/\//.test(link) ? (
              <a href={link} target="_blank" rel="noreferrer">
                {content}
              </a>
            ) : (
              content
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Classifies({ list }: { list: Home['classify'] }) {
  const { t } = useTranslation()
  if (list.length === 0) return null
  return (
    <nav className={classes.classifies} aria-label={t('shop.classifies')}>
      <ul>
        {list.map(({ id, name, image, children }) => (
          <li key={id}>
            <RouteLink to={listOf(id)} className={classes.main}>
              <span className={classes.mark}>
                {image ? <Picture src={image} alt="" size={44} /> : name.slice(0, 1)}
              </span>
              {name}
            </RouteLink>
            {children.length > 0 && (
              <span className={classes.below}>
                {children.slice(0, 3).map((child) => (
                  <RouteLink key={child.id} to={listOf(child.id)}>
                    {child.name}
                  </RouteLink>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Row({
  title,
  more,
  list,
  first,
}: {
  title: string
  more: string
  list: Home['hot']
  first?: boolean
}) {
  const { t } = useTranslation()
  if (list.length === 0) return null
  return (
    <section className={classes.row}>
      <header>
        <h2>{title}</h2>
        <RouteLink to={more}>
          {t('shop.more')}
          <Icon name="right" size={16} />
        </RouteLink>
      </header>
      <GoodsGrid list={list} first={first} />
    </section>
  )
}

/** The shop's first page. */
export default function HomePage() {
  const { t } = useTranslation()
  const home = useFetched('home', (signal) => getHome(signal), early.home)
  const { data } = home
  useHead({ title: t('shop.title'), text: t('shop.about'), image: data?.banners[0]?.image })
  const [seen] = useState(() => seenGoods().length > 0)
  const nothing = data && data.hot.length + data.newest.length === 0
  return (
    <ShopFrame>
      <h1 className={shop.hidden}>{t('shop.title')}</h1>
      {home.error && !data ? (
        <Failed error={home.error} retry={home.reload} />
      ) : !data ? (
        <>
          <div className={classes.top} data-waiting="true" />
          <GridWaiting />
        </>
      ) : (
        <>
          <Notices list={data.notices} />
          <div className={classes.top} data-plain={data.banners.length === 0}>
            <Classifies list={data.classify} />
            <Banners list={data.banners} />
          </div>
          <Row
            title={t('shop.hot')}
            more="/shop/list?order=sales"
            list={data.hot}
            first={data.banners.length === 0}
          />
          <Placement zone="shop" ratio={1 / 6} framed />
          <Row title={t('shop.newest')} more="/shop/list?order=newest" list={data.newest} />
          {seen && <Seen />}
          {nothing && <Empty title={t('shop.nothing.title')} text={t('shop.nothing.text')} />}
        </>
      )}
    </ShopFrame>
  )
}
