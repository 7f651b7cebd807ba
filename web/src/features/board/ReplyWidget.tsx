import { Input, Select } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import type { WidgetProps } from '@/resource/widgets/types'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { http } from '@/shared/http'
import { withReply } from './board'
import classes from './board.module.css'

/** Characters of an answer at most. */
const MOST = 2_000
/** Canned replies that are offered. */
const OFFERED = 100

/** An answer, into which canned replies are put with a click. */
export function ReplyWidget({ id, label, value, onChange, disabled }: WidgetProps) {
  const { t } = useTranslation()
  const offered = usePermission('site/reply')('index')
  const canned = useFetched('canned replies', async (signal) =>
    offered ? (await http.get('/admin/site.Reply/index', { limit: OFFERED }, signal)).list : [],
  )
  const text = typeof value === 'string' ? value : ''
  const replies = (canned.data ?? []).filter(({ status }) => status !== 0)
  return (
    <div className={classes.reply}>
      {replies.length > 0 && (
        <Select
          aria-label={t('board.canned')}
          placeholder={t('board.canned')}
          value={undefined}
          disabled={disabled}
          options={replies.map((reply) => ({ value: reply.id, label: reply.title }))}
          onChange={(chosen: number) => {
            const found = replies.find((reply) => reply.id === chosen)
            if (found) onChange?.(withReply(text, found.content, MOST))
          }}
        />
      )}
      <Input.TextArea
        id={id}
        aria-label={label}
        value={text}
        maxLength={MOST}
        showWordLimit
        disabled={disabled}
        autoSize={{ minRows: 4, maxRows: 12 }}
        onChange={onChange}
      />
    </div>
  )
}
