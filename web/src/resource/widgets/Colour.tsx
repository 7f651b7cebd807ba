import { ColorPicker } from '@arco-design/web-react'
import type { WidgetProps } from './types'

export default function Colour({ value, onChange, disabled }: WidgetProps) {
  return (
    <ColorPicker
      showText
      showPreset
      disabled={disabled}
      value={typeof value === 'string' && value ? value : '#165DFF'}
      onChange={(next) => onChange?.(next)}
    />
  )
}
