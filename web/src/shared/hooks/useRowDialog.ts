import { useState } from 'react'

interface RowDialog<T> {
  /** What the dialog is about; null while it is closed. */
  row: T | null
  open: (row: T) => void
  close: () => void
  /** Closes it after its change was made. */
  done: () => void
}

/** The state of a dialog about one row, and what follows its change. */
export function useRowDialog<T>(changed: () => void): RowDialog<T> {
  const [row, open] = useState<T | null>(null)
  const close = (): void => open(null)
  return {
    row,
    open,
    close,
    done: () => {
      close()
      changed()
    },
  }
}
