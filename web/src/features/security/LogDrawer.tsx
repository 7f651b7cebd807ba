import { Button, Drawer } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWide } from '@/shared/hooks/useWide'

interface Props {
  title: string
  width: number
  close: () => void
  /** What can be done about it; the words are its kind's. */
  kind: 'restore' | 'rollback'
  putBack?: () => void
  children: ReactNode
}

/** A row of a log, with a button that restores it where that is possible. */
export function LogDrawer({ title, width, close, kind, putBack, children }: Props) {
  const { t } = useTranslation()
  const wide = useWide(768)
  return (
    <Drawer
      visible
      width={wide ? width : '100%'}
      title={title}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{t('common.close')}</Button>
          {putBack && (
            <Button type="primary" onClick={putBack}>
              {t(`security.${kind}.do`)}
            </Button>
          )}
        </>
      }
    >
      {children}
    </Drawer>
  )
}
