import { Alert, Descriptions, Modal } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { http } from '@/shared/http'
import { Problem, Waiting } from '@/shared/ui/Page'
import classes from './people.module.css'

/** The whole of a paper. Opening it is logged; its pictures go when their links end. */
export function PaperDialog({ id, close }: { id: number; close: () => void }) {
  const { t } = useTranslation()
  const paper = useFetched(`paper ${id}`, () => http.post('/admin/user.VerifyPerson/see_id_number', { id }))
  const { data } = paper
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (!data) return
    setOver(false)
    const timer = setTimeout(() => setOver(true), data.seconds * 1000)
    return () => clearTimeout(timer)
  }, [data])
  return (
    <Modal
      visible
      title={t('people.paper')}
      footer={null}
      onCancel={close}
      style={{ width: 'min(760px, 96vw)' }}
    >
      {paper.failure ? (
        <Problem error={paper.failure} retry={paper.reload} />
      ) : !data ? (
        <Waiting rows={5} />
      ) : (
        <>
          <Alert type="warning" content={t('people.logged')} />
          <Descriptions
            className={classes.facts}
            column={1}
            data={[
              { label: t('people.realName'), value: data.real_name },
              { label: t('people.number'), value: over ? '······' : data.id_number },
            ]}
          />
          {over ? (
            <Alert content={t('people.over')} />
          ) : (
            <div className={classes.pictures}>
              {data.pictures.map(({ side, url }) => (
                <img key={side} src={url} alt={t(`people.side.${side}`)} />
              ))}
            </div>
          )}
          {!over && data.pictures.length === 0 && <Alert content={t('people.noPictures')} />}
        </>
      )}
    </Modal>
  )
}
