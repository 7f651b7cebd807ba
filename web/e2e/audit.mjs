// What axe-core says of the page in front, by WCAG 2.2 AA.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const NODES_TOLD = 5

/** All violations; `serious` ones are no way to leave a page. */
export async function audit(page) {
  await page.evaluate(axe)
  // What a fixed column half covers is reached by scrolling: nothing is covered at the end.
  await page.evaluate(async () => {
    for (const part of document.querySelectorAll('.arco-table div'))
      if (part.scrollWidth > part.clientWidth) part.scrollLeft = part.scrollWidth
    await new Promise((done) => window.requestAnimationFrame(() => setTimeout(done)))
  })
  return page.evaluate(async (most) => {
    const { violations } = await window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    })
    return violations.map(({ id, impact, help, nodes }) => ({
      id,
      impact,
      help,
      nodes: nodes.slice(0, most).map(({ target, html, failureSummary }) => ({
        target: target.join(' '),
        html: html.slice(0, 160),
        why: failureSummary?.split('\n').slice(1, 3).join(' ').slice(0, 220),
      })),
      count: nodes.length,
    }))
  }, NODES_TOLD)
}

export const serious = (violations) =>
  violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
