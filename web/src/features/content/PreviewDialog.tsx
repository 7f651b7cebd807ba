import { Modal, Radio } from '@arco-design/web-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { useResource } from '@/resource/schema/store'
import { http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { preferences, type Language } from '@/shared/preferences/store'
import { draftOf, PREVIEW_PATH, PREVIEW_READY, type Preview } from '@/shared/site/preview'
import { Problem, Waiting } from '@/shared/ui/Page'
import { WIDTHS, type Width } from './articles'
import classes from './content.module.css'

/** The draft of an article in the site's own page: in both languages, light and dark, wide and on a phone. */
export function PreviewDialog({ id, close }: { id: number; close: () => void }) {
  const { t } = useTranslation()
  const own = useSnapshot(preferences)
  const [language, setLanguage] = useState<Language>(own.language)
  const [dark, setDark] = useState(own.dark)
  const [width, setWidth] = useState<Width>('wide')
  const frame = useRef<HTMLIFrameElement>(null)
  const { resource } = useResource('site/article')
  const fetched = useFetched(`article ${id}`, (signal) =>
    http.get('/admin/site.Article/edit', { id }, signal),
  )
  const row = fetched.data?.row
  const section = resource?.fields
    .find(({ name }) => name === 'section')
    ?.options?.find(({ value }) => String(value) === String(row?.section))
  const sectionName = row?.section ? (section?.label[language === 'en' ? 'en' : 'zh'] ?? '') : ''

  const show = useCallback((): void => {
    if (!row) return
    const preview: Preview = {
      kind: 'preview',
      detail: draftOf(row, language, sectionName),
      language,
      dark,
    }
    frame.current?.contentWindow?.postMessage(preview, location.origin)
  }, [row, language, dark, sectionName])
  useEffect(() => {
    const ready = ({ data, origin, source }: MessageEvent<unknown>): void => {
      if (origin === location.origin && source === frame.current?.contentWindow && data === PREVIEW_READY)
        show()
    }
    window.addEventListener('message', ready)
    show()
    return () => window.removeEventListener('message', ready)
  }, [show])

  return (
    <Modal
      visible
      title={t('content.previewTitle')}
      className={classes.previewDialog}
      footer={null}
      onCancel={close}
    >
      {fetched.error && !row ? (
        <Problem error={fetched.error} retry={fetched.reload} />
      ) : !row ? (
        <Waiting />
      ) : (
        <>
          <div className={classes.previewTools}>
            <Radio.Group
              type="button"
              aria-label={t('content.language')}
              value={language}
              onChange={setLanguage}
              options={[
                { value: 'zh-CN', label: t('content.chinese') },
                { value: 'en', label: t('content.english') },
              ]}
            />
            <Radio.Group
              type="button"
              aria-label={t('content.look')}
              value={dark}
              onChange={setDark}
              options={[
                { value: false, label: t('content.light') },
                { value: true, label: t('content.dark') },
              ]}
            />
            <Radio.Group
              type="button"
              aria-label={t('content.width')}
              value={width}
              onChange={setWidth}
              options={[
                { value: 'wide', label: t('content.wide') },
                { value: 'phone', label: t('content.phone') },
              ]}
            />
          </div>
          <iframe
            ref={frame}
            className={classes.previewFrame}
            style={WIDTHS[width] ? { width: WIDTHS[width] } : undefined}
            src={PREVIEW_PATH}
            title={t('content.previewTitle')}
          />
        </>
      )}
    </Modal>
  )
}
