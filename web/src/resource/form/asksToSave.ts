import type { KeyboardEvent } from 'react'

/** Whether a key saves the form: Enter in a line of text, Ctrl Enter in a longer text, Ctrl S anywhere. */
export function asksToSave({ target, key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  if (nativeEvent.isComposing) return false
  const at = target as HTMLElement
  const area = at instanceof HTMLTextAreaElement || at.isContentEditable
  const plain = at instanceof HTMLInputElement && !at.closest('.arco-select, .arco-picker, .arco-cascader')
  return (key === 'Enter' && ((plain && !area) || (area && ctrlKey))) || (key === 's' && (ctrlKey || metaKey))
}
