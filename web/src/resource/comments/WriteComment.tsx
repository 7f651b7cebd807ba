import { Button, Input } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { http } from '@/shared/http'
import Files from '../widgets/Files'
import { asFiles, asReferences } from '../widgets/references'
import RemoteSelects from '../widgets/RemoteSelects'
import classes from './comments.module.css'

const TEXT_MAX = 2_000
const FILES_MAX = 10

interface Props {
  page: string
  id: number
  sent: () => void
}

/** Says something of a row or a document. */
export default function WriteComment({ page, id, sent }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [text, setText] = useState('')
  const [files, setFiles] = useState<string[]>([])
  const [mentions, setMentions] = useState<number[]>([])
  const { busy, submit } = useSubmit(show)
  const send = (): Promise<unknown> =>
    submit(() => http.post('/admin/routine.Comment/add', { page, id, text, files, mentions }), sent)
  return (
    <div className={classes.more}>
      <Input.TextArea
        autoFocus
        value={text}
        maxLength={TEXT_MAX}
        autoSize={{ minRows: 2, maxRows: 8 }}
        placeholder={t('resource.comments.hint')}
        aria-label={t('resource.comments.hint')}
        onChange={setText}
      />
      <span className={classes.label} aria-hidden>
        {t('resource.comments.mention')}
      </span>
      <RemoteSelects
        {...asReferences('auth.Admin', t('resource.comments.mention'), 'nickname')}
        value={mentions}
        onChange={(value) => setMentions(Array.isArray(value) ? value.map(Number) : [])}
      />
      <Files
        {...asFiles(t('resource.comments.files'))}
        most={FILES_MAX}
        value={files}
        onChange={(value) => setFiles(Array.isArray(value) ? value.map(String) : [])}
      />
      <Button
        type="primary"
        loading={busy}
        disabled={!text.trim() && files.length === 0}
        onClick={() => void send()}
      >
        {t('resource.comments.send')}
      </Button>
    </div>
  )
}
