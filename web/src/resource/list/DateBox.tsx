import { Input } from '@arco-design/web-react'
import { IconCalendar } from '@arco-design/web-react/icon'
import { lazy, Suspense, useState, type KeyboardEvent } from 'react'

/** The calendar is the largest filter, so it is loaded on demand. */
const DateFilter = lazy(() => import('./DateFilter'))
const OPENING = ['Enter', ' ', 'ArrowDown']

interface DateBoxProps {
  label: string
  /** `from,to`. */
  value: string
  onChange: (value: string | null) => void
}

/** A labelled date filter that opens a calendar when pressed. */
export function DateBox({ label, value, onChange }: DateBoxProps) {
  const [wanted, setWanted] = useState(false)
  const box = (
    <Input
      readOnly
      aria-label={label}
      aria-haspopup="dialog"
      placeholder={label}
      suffix={<IconCalendar />}
      onClick={() => setWanted(true)}
      onKeyDown={(event: KeyboardEvent) => {
        if (!OPENING.includes(event.key)) return
        event.preventDefault()
        setWanted(true)
      }}
    />
  )
  if (!wanted && value === '') return box
  return (
    <Suspense fallback={box}>
      <DateFilter label={label} value={value} open={wanted} onChange={onChange} />
    </Suspense>
  )
}
