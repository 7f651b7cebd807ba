/** What Arco's components leave unsaid for who listens instead of looks, said afterwards in one place. */
type Gap = readonly [selector: string, attribute: string, value: (words: (key: string) => string) => string]

const GAPS: readonly Gap[] = [
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
  // The field around it has the focus; what is not shown is no stop on the way.
  ['input[aria-hidden=true]:not([tabindex])', 'tabindex', () => '-1'],
  ['.arco-pagination-jumper-input:not([aria-label])', 'aria-label', (words) => words('common.page')],
]
const PAUSE_MS = 120

/** Watches the page and fills the gaps; answers with what ends it. */
export function fillArcoGaps(words: (key: string) => string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const fill = (): void => {
    timer = undefined
    for (const [selector, attribute, value] of GAPS)
      document.querySelectorAll(selector).forEach((gap) => gap.setAttribute(attribute, value(words)))
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
