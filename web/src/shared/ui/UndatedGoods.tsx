import { Modal, type ModalProps } from '@arco-design/web-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

const textOf = (t: TFunction, names: readonly string[]): string =>
  t('orders.undated.text', { count: names.length, names: names.join(t('orders.import.comma')) })

/** The buttons of a question about such goods. */
export const undatedButtons = (t: TFunction): Pick<ModalProps, 'okText' | 'cancelText'> => ({
  okText: t('orders.undated.anyway'),
  cancelText: t('orders.undated.back'),
})

interface Props {
  content: string
  names: readonly string[]
}

/** A question with what it means for goods without a date. */
export function UndatedNotice({ content, names }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <p>{content}</p>
      <p>{textOf(t, names)}</p>
    </>
  )
}

/** Goes on; where goods would come in without a date, only after a question. */
export function askUndated(t: TFunction, names: readonly string[], go: () => Promise<unknown>): void {
  if (names.length === 0) return void go()
  Modal.confirm({
    title: t('orders.undated.title'),
    content: textOf(t, names),
    ...undatedButtons(t),
    onOk: () => void go(),
  })
}
