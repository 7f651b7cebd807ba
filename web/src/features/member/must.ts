import type { RulesProps } from '@arco-design/web-react'

/** A form's rule from one of ours: required, and of that shape. Blanks around it are not part of it. */
export function must(fits: (text: string) => boolean, message: string): RulesProps<string> {
  return mustExactly((text) => fits(text.trim()), message)
}

/** The same, to the letter: blanks belong to a password. */
export function mustExactly(fits: (text: string) => boolean, message: string): RulesProps<string> {
  return {
    required: true,
    message,
    validator: (value, tell) => tell(value && fits(String(value)) ? undefined : message),
  }
}
