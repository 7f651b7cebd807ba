import { Widget } from '@/resource/widgets/Widget'
import type { WidgetProps } from '@/resource/widgets/types'
import { keptAs, spoken, type OwnWords } from './words'

/** A setting's widget that shows words where its value holds their keys. */
export function SpokenWidget({ words, value, onChange, ...rest }: WidgetProps & { words: OwnWords }) {
  return (
    <Widget
      {...rest}
      value={spoken(value, words)}
      onChange={(next: unknown) => onChange?.(keptAs(next, words))}
    />
  )
}
