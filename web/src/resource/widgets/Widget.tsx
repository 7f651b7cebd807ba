import { Input } from '@arco-design/web-react'
import { Suspense, type ComponentType } from 'react'
import { INPUTS } from '../kinds/inputs'
import type { WidgetProps } from './types'

interface Props extends WidgetProps {
  /** In place of the kind's own. */
  custom?: ComponentType<WidgetProps>
}

/** The input of a field's kind. */
export function Widget({ custom, ...props }: Props) {
  const Chosen = custom ?? INPUTS[props.field.kind]
  return (
    <Suspense fallback={<Input disabled aria-label={props.label} />}>
      <Chosen {...props} />
    </Suspense>
  )
}
