import { Image } from '@arco-design/web-react'

interface PreviewProps {
  urls: string[]
  current: number
  show: (index: number | null) => void
}

/** Pictures one by one over the whole page. */
export default function Preview({ urls, current, show }: PreviewProps) {
  return (
    <Image.PreviewGroup
      srcList={urls}
      visible
      current={current}
      onChange={show}
      onVisibleChange={(visible) => !visible && show(null)}
    />
  )
}
