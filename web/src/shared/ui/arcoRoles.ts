/** Adds the ARIA attributes that Arco's components lack, for screen readers. */
type Gap = readonly [
  selector: string,
  attribute: string,
  value: (words: (key: string) => string, element: Element) => string,
]

/** The id of a drawer's title, which names the drawer. */
let titles = 0
const titleOf = (drawer: Element): string => {
  const title = drawer.querySelector('.arco-drawer-header-title')
  if (title) title.id ||= `drawer-title-${++titles}`
  return title?.id ?? ''
}

/** The words that name a field which is no input itself. */
function nameOf(field: Element | null): string {
  if (!field) return ''
  const [by] = (field.getAttribute('aria-labelledby') ?? '').split(' ')
  const label = by ? document.getElementById(by) : field.id && labelFor(field.id)
  return field.getAttribute('aria-label') ?? (label ? (label.textContent ?? '').trim() : '')
}
const labelFor = (id: string): Element | null => document.querySelector(`label[for="${CSS.escape(id)}"]`)

/** That of the field around an input; of the two of a range each also says which it is. */
function nameOfInput(input: Element): string {
  const field = input.closest('[role=combobox], .arco-picker')
  const name = nameOf(field)
  const which = field?.matches('.arco-picker-range') ? input.getAttribute('placeholder') : ''
  return name && which ? `${name}: ${which}` : name
}

const GAPS: readonly Gap[] = [
  ['[role=combobox]:not([aria-label], [aria-labelledby])', 'aria-label', (_, field) => nameOf(field)],
  [
    ':is([role=combobox], .arco-picker) input:not([aria-label], [aria-labelledby])',
    'aria-label',
    (_, input) => nameOfInput(input),
  ],
  ['.arco-menu-inline-header:not([role]), .arco-menu-pop-header:not([role])', 'role', () => 'menuitem'],
  ['.arco-tabs-header:not([role])', 'role', () => 'tablist'],
  ['.arco-pagination-option:not([role])', 'role', () => 'group'],
  [
    '.arco-table-checkbox input:not([aria-label]), .arco-table-radio input:not([aria-label])',
    'aria-label',
    (words) => words('common.choose'),
  ],
  [
    '[role=progressbar]:not([aria-label], [aria-labelledby])',
    'aria-label',
    (words) => words('common.progress'),
  ],
  ['.arco-drawer-content:not([tabindex])', 'tabindex', () => '0'],
  ['.arco-drawer:not([role])', 'role', () => 'dialog'],
  ['.arco-drawer:not([aria-modal])', 'aria-modal', () => 'true'],
  ['.arco-drawer:not([aria-labelledby])', 'aria-labelledby', (_, drawer) => titleOf(drawer)],
  ['.arco-drawer-close-icon:not([role])', 'role', () => 'button'],
  ['.arco-drawer-close-icon:not([aria-label])', 'aria-label', (words) => words('common.close')],
  // The field around it takes the focus; a hidden input must not be a tab stop.
  ['input[aria-hidden=true]:not([tabindex])', 'tabindex', () => '-1'],
  ['.arco-pagination-jumper-input:not([aria-label])', 'aria-label', (words) => words('common.page')],
]
const PAUSE_MS = 120

/** Watches the page and adds them as elements appear. Returns the function that ends it. */
export function fillArcoGaps(words: (key: string) => string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const fill = (): void => {
    timer = undefined
    for (const [selector, attribute, value] of GAPS)
      document.querySelectorAll(selector).forEach((gap) => {
        const filling = value(words, gap)
        if (filling) gap.setAttribute(attribute, filling)
      })
  }
  const watcher = new MutationObserver(() => {
    timer ??= setTimeout(fill, PAUSE_MS)
  })
  watcher.observe(document.body, { childList: true, subtree: true })
  fill()
  return () => {
    watcher.disconnect()
    clearTimeout(timer)
  }
}
