import { Image } from '@arco-design/web-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ADMIN_BASE } from '@/shared/base'
import type { Custom, PageTools } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import type { ResourceRow } from '@/resource/schema/types'
import { prefetchListing } from '@/resource/useListing'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { http } from '@/shared/http'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Stars } from '@/shared/ui/Stars'
import { fullUrl } from '@/shared/upload/address'
import { ORDER_PAGE } from './model'
import classes from './office.module.css'

const ReplyDialog = lazy(() => import('./ReplyDialog'))

export const prefetch = prefetchListing

const PAGE = 'shop/order/evaluation'
const BATCHES = 'warehouse/inventoryRecord'
const SHOWN_PICTURES = 3

/** The evaluations of goods: reply, hide, show; bad ones link to the batch that was sold. */
export default function EvaluationPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const can = usePermission(PAGE)
  const orders = usePermission(ORDER_PAGE)('index')
  const traces = usePermission(BATCHES)('index')
  const edits = can('edit')
  const [open, setOpen] = useState<{ row: ResourceRow; reload: () => void } | null>(null)

  const custom = useMemo<Custom>(() => {
    const turn = (row: ResourceRow, { reload }: PageTools): void =>
      void http
        .post(
          '/admin/shop.order.Evaluation/edit',
          { id: row.id, version: row.version, status: Number(row.status) === 1 ? 0 : 1 },
          { announce: true },
        )
        .then(reload, (error: unknown) => {
          // Somebody else may have changed it; the list shows what it is now.
          show(error)
          reload()
        })
    return {
      titleField: 'goods_name',
      ownAdd: true,
      // Staff answer an evaluation; the member's own text can't be edited.
      ownEdit: true,
      without: ['sku_text', 'anonymous'],
      cells: {
        goods_name: (row) => (
          <span className={classes.name}>
            {String(row.goods_name ?? '')}
            {row.sku_text ? <small className={classes.hint}> {String(row.sku_text)}</small> : null}
          </span>
        ),
        star: (row) => <Stars star={Number(row.star)} />,
        content: (row) => (
          <span className={classes.cut} title={String(row.content ?? '')}>
            {String(row.content ?? '') || '–'}
          </span>
        ),
        reply: (row) => (
          <span className={classes.cut} title={String(row.reply ?? '')}>
            {String(row.reply ?? '') || '–'}
          </span>
        ),
        images: (row) => {
          const images = (row.images as string[] | undefined) ?? []
          if (images.length === 0) return '–'
          return (
            <span className={classes.thumbs} onClick={(event) => event.stopPropagation()}>
              <Image.PreviewGroup infinite srcList={images.map((image) => fullUrl(image))}>
                {images.slice(0, SHOWN_PICTURES).map((image) => (
                  <Image key={image} src={fullUrl(image)} width={36} height={36} alt="" />
                ))}
              </Image.PreviewGroup>
              {images.length > SHOWN_PICTURES && `+${images.length - SHOWN_PICTURES}`}
            </span>
          )
        },
        order_no: (row) =>
          orders ? (
            <span onClick={(event) => event.stopPropagation()}>
              <RouteLink
                to={`${ADMIN_BASE}/${ORDER_PAGE}?order_no=${String(row.order_no)}&id=${String(row.order_id)}`}
              >
                {String(row.order_no ?? '')}
              </RouteLink>
            </span>
          ) : (
            String(row.order_no ?? '')
          ),
        user_id: (row) => {
          const user = row.user as { nickname?: string; username?: string } | null | undefined
          const called = user?.nickname || user?.username || `#${String(row.user_id)}`
          return Number(row.anonymous) === 1 ? t('shopDesk.evaluation.anonymous', { name: called }) : called
        },
        batch: (row) => {
          const batch = String(row.batch ?? '')
          if (!batch) return '–'
          return traces ? (
            <span onClick={(event) => event.stopPropagation()}>
              {batch.split(', ').map((one) => (
                <RouteLink key={one} to={`${ADMIN_BASE}/${BATCHES}?batch_number=${encodeURIComponent(one)}`}>
                  {one}{' '}
                </RouteLink>
              ))}
            </span>
          ) : (
            batch
          )
        },
      },
      actions: (tools) => [
        {
          key: 'reply',
          label: t('shopDesk.evaluation.reply'),
          when: (row) => edits && !row.reply,
          run: (row) => setOpen({ row, reload: tools.reload }),
        },
        {
          key: 'replied',
          label: t('shopDesk.evaluation.editReply'),
          when: (row) => edits && Boolean(row.reply),
          run: (row) => setOpen({ row, reload: tools.reload }),
        },
        {
          key: 'hide',
          label: t('shopDesk.evaluation.hide'),
          when: (row) => edits && Number(row.status) === 1,
          run: (row) => turn(row, tools),
        },
        {
          key: 'show',
          label: t('shopDesk.evaluation.show'),
          when: (row) => edits && Number(row.status) === 0,
          run: (row) => turn(row, tools),
        },
      ],
    }
  }, [t, show, orders, traces, edits])
  return (
    <>
      <ResourcePage name={name} custom={custom} />
      {open && (
        <Suspense>
          <ReplyDialog row={open.row} close={() => setOpen(null)} saved={open.reload} />
        </Suspense>
      )}
    </>
  )
}
