import { Button, Input, Modal, Upload } from '@arco-design/web-react'
import { IconCheckCircleFill, IconFile, IconUpload } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { useProblem } from '@/shared/hooks/useProblem'
import { Pager } from '@/shared/ui/Pager'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import { fullUrl } from '@/shared/upload/address'
import { uploadAsAdmin } from '@/shared/upload/adminUpload'
import { suffixOf } from '@/shared/upload/check'
import { useInOrder } from '@/shared/upload/useInOrder'
import classes from './widgets.module.css'

/** As many as the stock dialog shows. */
const PAGE = 8

interface FileChooserProps {
  images?: boolean
  max: number
  close: () => void
  chosen: (addresses: string[]) => void
}

/** Chooses from what was uploaded before. */
export default function FileChooser({ images = false, max, close, chosen }: FileChooserProps) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const inOrder = useInOrder()
  const [page, setPage] = useState(1)
  const [quick, setQuick] = useState('')
  const [picked, setPicked] = useState<string[]>([])
  const search = images ? [{ field: 'mimetype', val: 'image', operator: 'LIKE' }] : []
  const fetched = useFetched(`attachments ${String(images)} ${page} ${quick}`, (signal) =>
    http.get('/admin/routine.Attachment/index', { page, limit: PAGE, quickSearch: quick, search }, signal),
  )
  const pick = (url: string): void =>
    setPicked((old) => (old.includes(url) ? old.filter((one) => one !== url) : [...old, url].slice(-max)))
  return (
    <Modal
      visible
      className={classes.chooser}
      title={t('widgets.choose')}
      onCancel={close}
      okText={t('widgets.take', { count: picked.length })}
      okButtonProps={{ disabled: picked.length === 0 }}
      onOk={() => chosen(picked)}
    >
      <div className={classes.chooserHead}>
        <Input.Search
          aria-label={t('common.search')}
          placeholder={t('common.search')}
          allowClear
          onSearch={(text) => {
            setQuick(text.trim())
            setPage(1)
          }}
          onClear={() => setQuick('')}
        />
        <Upload
          accept={images ? 'image/*' : undefined}
          multiple
          showUploadList={false}
          customRequest={({ file }) => {
            const add = ({ url }: { url: string }): void => {
              pick(url)
              fetched.reload()
            }
            void inOrder(uploadAsAdmin(file), add, show)
          }}
        >
          <Button icon={<IconUpload />}>{t('widgets.upload')}</Button>
        </Upload>
      </div>
      {fetched.error && !fetched.data ? (
        <Problem error={fetched.error} retry={fetched.reload} />
      ) : !fetched.data ? (
        <Waiting rows={4} />
      ) : fetched.data.list.length === 0 ? (
        <Nothing />
      ) : (
        <>
          <div className={classes.tiles}>
            {fetched.data.list.map((one) => (
              <button
                key={one.id}
                type="button"
                className={classes.tile}
                aria-pressed={picked.includes(one.url)}
                title={one.name}
                onClick={() => pick(one.url)}
              >
                {one.mimetype.startsWith('image/') ? (
                  <img src={fullUrl(one.url)} alt="" loading="lazy" />
                ) : (
                  <span className={classes.suffix}>
                    <IconFile />
                    {suffixOf(one.name)}
                  </span>
                )}
                <span className={classes.tileName}>{one.name}</span>
                {picked.includes(one.url) && <IconCheckCircleFill className={classes.tick} />}
              </button>
            ))}
          </div>
          <Pager page={page} size={PAGE} total={fetched.data.total ?? 0} turn={setPage} />
        </>
      )}
    </Modal>
  )
}
