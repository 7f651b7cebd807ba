import { Alert } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'

/** In place of the rich text editor where that can't be loaded. */
export function EditorMissing() {
  const { t } = useTranslation()
  return <Alert type="warning" content={t('validate.editorMissing')} />
}
