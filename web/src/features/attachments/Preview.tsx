import { Button, Drawer, Message } from '@arco-design/web-react'
import { IconCopy, IconDownload, IconFile } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import type { ResourceRow } from '@/resource/schema/types'
import { useWide } from '@/shared/hooks/useWide'
import { moment } from '@/shared/ui/time'
import ui from '@/shared/ui/ui.module.css'
import { fullUrl } from '@/shared/upload/address'
import classes from './attachments.module.css'
import { readableSize } from '@/shared/number/size'

/** A file large, and what is known of it. */
export default function Preview({ row, close }: { row: ResourceRow; close: () => void }) {
  const { t } = useTranslation()
  const wide = useWide(768)
  const url = fullUrl(String(row.url))
  const type = String(row.mimetype)
  const facts: [string, string][] = [
    [t('attachments.size'), readableSize(Number(row.size))],
    [t('attachments.type'), type],
    ...(Number(row.width) > 0
      ? [[t('attachments.measures'), `${String(row.width)} × ${String(row.height)}`] as [string, string]]
      : []),
    [t('attachments.uses'), String(row.quote ?? 0)],
    [t('attachments.storage'), String(row.storage ?? '')],
    [t('attachments.last'), moment(Number(row.last_upload_time))],
    [t('attachments.hash'), String(row.sha1 ?? '')],
  ]
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(new URL(url, location.href).href)
    Message.success(t('attachments.copied'))
  }
  return (
    <Drawer
      visible
      width={wide ? 560 : '100%'}
      title={String(row.name)}
      onCancel={close}
      footer={
        <>
          <Button icon={<IconCopy />} onClick={() => void copy()}>
            {t('attachments.copy')}
          </Button>
          <Button type="primary" icon={<IconDownload />} href={url} target="_blank">
            {t('attachments.openFile')}
          </Button>
        </>
      }
    >
      <div className={classes.preview}>
        {type.startsWith('image/') ? (
          <img src={url} alt={String(row.name)} />
        ) : type.startsWith('video/') ? (
          <video src={url} controls />
        ) : type.startsWith('audio/') ? (
          <audio src={url} controls />
        ) : (
          <span className={classes.suffix}>
            <IconFile />
            {String(row.suffix ?? '')}
          </span>
        )}
      </div>
      <dl className={ui.facts}>
        {facts.map(([label, value]) => [
          <dt key={`${label} label`}>{label}</dt>,
          <dd key={label}>{value}</dd>,
        ])}
      </dl>
    </Drawer>
  )
}
