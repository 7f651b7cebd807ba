import { Modal, Radio } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { http } from '@/shared/http'
import { Problem, Waiting } from '@/shared/ui/Page'
import { fullUrl } from '@/shared/upload'
import classes from './ads.module.css'

const LOOKS = ['light', 'dark', 'phone'] as const
type Look = (typeof LOOKS)[number]
/** Width of a phone, in pixels. */
const PHONE_WIDTH = 358

/** An advert in the size of its zone, on a light page, a dark page and a phone. */
export default function Preview({ id, close }: { id: number; close: () => void }) {
  const { t } = useTranslation()
  const [look, setLook] = useState<Look>('light')
  const fetched = useFetched(String(id), (signal) => http.get('/admin/ads.Ad/preview', { id }, signal))
  const { data } = fetched
  const own = data && { light: data.image, dark: data.image_dark, phone: data.image_phone }[look]
  return (
    <Modal
      visible
      className={classes.preview}
      title={data ? `${t('ads.preview')}: ${data.title}` : t('ads.preview')}
      footer={null}
      onCancel={close}
    >
      {fetched.failure ? (
        <Problem error={fetched.failure} retry={fetched.reload} />
      ) : !data ? (
        <Waiting rows={6} />
      ) : (
        <>
          <div className={classes.previewHead}>
            <Radio.Group
              type="button"
              value={look}
              aria-label={t('ads.look')}
              onChange={(chosen: Look) => setLook(chosen)}
              options={LOOKS.map((each) => ({ value: each, label: t(`ads.looks.${each}`) }))}
            />
            <span>{t('ads.size', { zone: data.zone, width: data.width, height: data.height })}</span>
          </div>
          <div className={classes.stage} data-look={look}>
            <div
              className={classes.placed}
              style={{
                width: look === 'phone' ? Math.min(PHONE_WIDTH, data.width) : data.width,
                aspectRatio: data.width / data.height,
              }}
            >
              <img src={fullUrl(own || data.image)} alt={data.alt} />
              <small>{t('ads.label')}</small>
            </div>
          </div>
          <p className={classes.leads}>
            {!own && <span>{t('ads.usual')}</span>}
            <span>{t('ads.leads', { url: data.url })}</span>
          </p>
        </>
      )}
    </Modal>
  )
}
