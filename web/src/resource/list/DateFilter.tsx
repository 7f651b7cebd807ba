import { DatePicker } from '@arco-design/web-react'
import type { RangePickerHandle } from '@arco-design/web-react/es/DatePicker/interface'
import { useEffect, useRef, useState } from 'react'

interface DateFilterProps {
  label: string
  /** `from,to`. */
  value: string
  /** It was just asked for. */
  open: boolean
  onChange: (value: string | null) => void
}

/** From a day to a day. */
export default function DateFilter({ label, value, open, onChange }: DateFilterProps) {
  const [visible, setVisible] = useState(open)
  const picker = useRef<RangePickerHandle>(null)
  useEffect(() => {
    if (open) picker.current?.focus(0)
  }, [open])
  const range = value ? value.split(',') : []
  return (
    <DatePicker.RangePicker
      ref={picker}
      aria-label={label}
      popupVisible={visible}
      onVisibleChange={(next) => setVisible(next ?? false)}
      value={range.length === 2 ? range : undefined}
      onChange={(days) => onChange(days?.length === 2 ? days.join(',') : null)}
    />
  )
}
