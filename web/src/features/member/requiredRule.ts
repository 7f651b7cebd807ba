import type { RulesProps } from '@arco-design/web-react'

/** A form's rule from one of ours: required, and of that shape. Blanks around it do not count. */
export function requiredRule(fits: (text: string) => boolean, message: string): RulesProps<string> {
  return requiredExactRule((text) => fits(text.trim()), message)
}

/** The same, with blanks counted: they belong to a password. */
export function requiredExactRule(fits: (text: string) => boolean, message: string): RulesProps<string> {
  return {
    required: true,
    message,
    validator: (value, report) => report(value && fits(String(value)) ? undefined : message),
  }
}
