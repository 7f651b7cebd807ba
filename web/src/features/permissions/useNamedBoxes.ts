import { useCallback, useRef } from 'react'

function name(root: HTMLElement): void {
  for (const node of root.querySelectorAll<HTMLElement>('.arco-tree-node')) {
    const title = node.querySelector('.arco-tree-node-title-text')?.textContent ?? ''
    const box = node.querySelector('input')
    if (box && box.getAttribute('aria-label') !== title) box.setAttribute('aria-label', title)
    // Counted from one by those who read it out.
    if (node.getAttribute('aria-level') === '0') node.setAttribute('aria-level', '1')
  }
}

/** The tree draws its boxes without names: they get those of their nodes, also when they are opened later. */
export function useNamedBoxes(): (root: HTMLElement | null) => void {
  const watch = useRef<MutationObserver | null>(null)
  return useCallback((root: HTMLElement | null) => {
    watch.current?.disconnect()
    watch.current = null
    if (!root) return
    name(root)
    watch.current = new MutationObserver(() => name(root))
    watch.current.observe(root, { childList: true, subtree: true })
  }, [])
}
