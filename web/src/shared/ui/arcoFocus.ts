/** Keeps the focus where Arco loses it: a select gives it up when its list is closed by a key, and Esc closes no calendar. */

const FIELDS = '[role=combobox], .arco-picker'
/** Closing a list takes this long at most. */
const CLOSING_MS = 400

const isOpen = (popup: Element): boolean => (popup as HTMLElement).offsetHeight > 0
const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

/** A press beside it closes a calendar; Arco has no key for it. */
function closeCalendar(event: KeyboardEvent): void {
  if (![...document.querySelectorAll('.arco-picker-container')].some(isOpen)) return
  // The dialog around it stays.
  event.stopPropagation()
  event.preventDefault()
  document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
}

/** Watches the keys of the page. Returns the function that ends it. */
export function keepArcoFocus(): () => void {
  let field: HTMLElement | null = null
  let until = 0
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' && event.key !== 'Enter') return
    field = (event.target as Element).closest<HTMLElement>(FIELDS)
    until = Date.now() + CLOSING_MS
    if (field?.matches('.arco-picker') && event.key === 'Escape') closeCalendar(event)
  }
  const left = (event: FocusEvent): void => {
    const lost = field
    if (!lost?.contains(event.target as Node) || event.relatedTarget || Date.now() > until) return
    // Whoever takes it on purpose does so at once.
    setTimeout(() => {
      if (isNowhere() && lost.isConnected)
        (lost.matches('.arco-picker') ? lost.querySelector('input') : lost)?.focus()
    })
  }
  document.addEventListener('keydown', key, true)
  // Arco keeps these events to itself.
  document.addEventListener('focusout', left, true)
  return () => {
    document.removeEventListener('keydown', key, true)
    document.removeEventListener('focusout', left, true)
  }
}
