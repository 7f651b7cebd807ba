import { Avatar, Button, Comment, Spin } from '@arco-design/web-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { http } from '@/shared/http'
import { loadTexts } from '@/shared/i18n'
import { moment } from '@/shared/ui/time'
import { avatarUrl, fileName, fullUrl } from '@/shared/upload/address'
import classes from './comments.module.css'

/** With the words of its inputs, which few pages of documents have. */
const WriteComment = lazy(async () => {
  const [written] = await Promise.all([import('./WriteComment'), loadTexts('widgets', 'upload')])
  return written
})

interface Props {
  /** The page of the row's list: `warehouse/product`. */
  page: string
  id: number
}

/** What colleagues say to each other about a row or a document; whom a comment names is notified. */
export function Comments({ page, id }: Props) {
  const { t } = useTranslation()
  const { errorText, show } = useProblem()
  const { data, error, loading, reload } = useFetched(`comments ${page} ${id}`, (signal) =>
    http.get('/admin/routine.Comment/index', { page, id }, signal),
  )
  const [writing, setWriting] = useState(false)
  const { busy, submit } = useSubmit(show)
  const remove = (comment: number): Promise<unknown> =>
    submit(() => http.post('/admin/routine.Comment/del', { page, id, comment }), reload)
  return (
    <section aria-labelledby="row-comments" className={classes.comments}>
      <h2 id="row-comments">{t('resource.comments.title')}</h2>
      {loading && <Spin />}
      {error !== null && error !== undefined && <p role="alert">{errorText(error)}</p>}
      {data?.list.map((comment) => (
        <Comment
          key={comment.id}
          author={comment.admin_name || t('resource.comments.gone')}
          datetime={moment(comment.create_time)}
          avatar={
            <Avatar size={32}>
              {avatarUrl(comment.avatar) ? (
                <img src={avatarUrl(comment.avatar)} alt="" />
              ) : (
                comment.admin_name.slice(0, 1)
              )}
            </Avatar>
          }
          content={
            <>
              <p className={classes.text}>
                {comment.mentions.map((one) => (
                  <span key={one.id} className={classes.mention}>
                    @{one.name}{' '}
                  </span>
                ))}
                {comment.text}
              </p>
              {comment.files.map((file) => (
                <a key={file} className={classes.file} href={fullUrl(file)} target="_blank" rel="noreferrer">
                  {fileName(file)}
                </a>
              ))}
            </>
          }
          actions={
            comment.own && (
              <Button type="text" size="mini" disabled={busy} onClick={() => void remove(comment.id)}>
                {t('common.del')}
              </Button>
            )
          }
        />
      ))}
      {writing ? (
        <Suspense fallback={<Spin />}>
          <WriteComment
            page={page}
            id={id}
            sent={() => {
              setWriting(false)
              reload()
            }}
          />
        </Suspense>
      ) : (
        <Button className={classes.write} onClick={() => setWriting(true)}>
          {t('resource.comments.hint')}
        </Button>
      )}
    </section>
  )
}
