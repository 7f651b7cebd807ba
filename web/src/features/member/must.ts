import type { RulesProps } from '@arco-design/web-react'

/** A form's rule from one of ours: required, and of that shape. */
export function must(fits: (text: string) => boolean, message: string): RulesProps<string> {
  return {
    required: true,
    message,
    validator: (value, tell) => tell(value && fits(String(value).trim()) ? undefined : message),
  }
}
