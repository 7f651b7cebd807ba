import type { KeyboardEvent } from 'react'

/** Saves a form by Ctrl+Enter (⌘+Enter) from any of its fields: Enter alone goes on to the next one. */
export const saveKey =
  (save: () => void) =>
  (event: KeyboardEvent): void => {
    // A dialog of the form is drawn elsewhere in the document.
    const within = event.currentTarget.contains(event.target as Node)
    if (!within || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    save()
  }
