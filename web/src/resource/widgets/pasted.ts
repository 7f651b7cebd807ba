/** Elements of which nothing is pasted. */
const DROPPED = 'script,style,meta,link,title,xml,head,object,iframe,svg,form,input,button,template'
/** What keeps its name; anything else gives way to what is in it. */
const KEPT = new Set(
  'P BR H2 H3 STRONG EM U S UL OL LI A BLOCKQUOTE PRE CODE TABLE THEAD TBODY TR TH TD HR'.split(' '),
)
const RENAMED: Readonly<Record<string, string>> = {
  B: 'strong',
  I: 'em',
  STRIKE: 's',
  DEL: 's',
  INS: 'u',
  H1: 'h2',
  H4: 'h3',
  H5: 'h3',
  H6: 'h3',
  DIV: 'p',
}
const BLOCKS = 'p,h2,h3,ul,ol,blockquote,pre,table,div,h1,h4,h5,h6'
/** A bullet or a number as Word writes it before the words of a list's line. */
const MARK = /^\s*(?:[·•o§▪–-]|(\d+|[a-z]{1,3}|[ivxlc]+)[.)\u3001])\s*/i

/** A line of a list of Word's, which is a paragraph with a style: how deep it is, and whether it is numbered. */
function listLine(element: Element): { depth: number; ordered: boolean } | null {
  const style = element.getAttribute('style') ?? ''
  const level = /mso-list:[^;]*?level(\d+)/i.exec(style)?.[1]
  if (!level && !/MsoListParagraph/i.test(element.className)) return null
  const mark = MARK.exec(element.textContent ?? '')
  return { depth: Number(level ?? 1), ordered: mark?.[1] !== undefined }
}

/** Makes lists of the paragraphs that Word makes its lists of. */
function gatherLists(document: Document): void {
  /** The lists that are open, the outermost first. */
  let open: { list: HTMLElement; ordered: boolean }[] = []
  let before: Element | null = null
  for (const line of [...document.body.querySelectorAll('p')]) {
    const found = listLine(line)
    if (!found) {
      open = []
      continue
    }
    // Something else stands between.
    if (before === null || line.previousElementSibling !== before) open = []
    open = open.slice(0, found.depth)
    const last = open.at(-1)
    if (open.length === found.depth && last && last.ordered !== found.ordered) open.pop()
    // The mark is Word's own; where it says so, it stands in an element of its own.
    const ignored = [...line.querySelectorAll('[style*="mso-list"]')].filter((part) =>
      /mso-list:\s*ignore/i.test(part.getAttribute('style') ?? ''),
    )
    ignored.forEach((part) => part.remove())
    const item = document.createElement('li')
    item.append(...line.childNodes)
    if (ignored.length === 0 && item.firstChild?.nodeType === Node.TEXT_NODE)
      item.firstChild.textContent = (item.firstChild.textContent ?? '').replace(MARK, '')
    while (open.length < found.depth) {
      const list = document.createElement(found.ordered ? 'ol' : 'ul')
      const above = open.at(-1)
      if (above) (above.list.lastElementChild ?? above.list).append(list)
      else line.before(list)
      open.push({ list, ordered: found.ordered })
    }
    open.at(-1)?.list.append(item)
    line.remove()
    before = open[0]?.list ?? null
  }
}

/** The address of a link that leads somewhere; nothing of scripts and places within a document. */
const leads = (href: string | null): string | null =>
  href && /^(?:https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(href.trim()) ? href.trim() : null

/** An element without what Word puts on it; what it says by style alone is said by an element. */
function plainElement(element: Element): void {
  const style = element.getAttribute('style') ?? ''
  const name = RENAMED[element.tagName] ?? element.tagName.toLowerCase()
  const strong = /font-weight:\s*(?:bold|[6-9]00)/i.test(style) && name === 'span'
  const kept = strong ? 'strong' : name
  if (!KEPT.has(kept.toUpperCase()) || (kept === 'p' && element.querySelector(BLOCKS))) {
    element.replaceWith(...element.childNodes)
    return
  }
  const clean = element.ownerDocument.createElement(kept)
  const href = kept === 'a' ? leads(element.getAttribute('href')) : null
  if (kept === 'a' && href === null) {
    element.replaceWith(...element.childNodes)
    return
  }
  if (href !== null) clean.setAttribute('href', href)
  for (const span of ['colspan', 'rowspan']) {
    const value = element.getAttribute(span)
    if (value && /^[1-9]\d?$/.test(value) && /^t[hd]$/.test(kept)) clean.setAttribute(span, value)
  }
  clean.append(...element.childNodes)
  element.replaceWith(clean)
}

/**
 * What is left of pasted HTML: headings, paragraphs, lists, tables, links and emphasis. Styles, classes, comments, fonts,
 * pictures and whatever else Word, or another program, brings along are gone.
 */
export function cleanPasted(html: string): string {
  const document = new DOMParser().parseFromString(html, 'text/html')
  const comments = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_COMMENT)
  const found: Node[] = []
  while (comments.nextNode()) found.push(comments.currentNode)
  found.forEach((comment) => comment.parentNode?.removeChild(comment))
  document.body.querySelectorAll(DROPPED).forEach((element) => element.remove())
  gatherLists(document)
  // The innermost first, so that what gives way leaves what was cleaned.
  for (const element of [...document.body.querySelectorAll('*')].reverse()) plainElement(element)
  document.body.querySelectorAll('p,h2,h3,li').forEach((block) => {
    if ((block.textContent ?? '').replace(/\u00a0/g, ' ').trim() === '') block.remove()
  })
  return document.body.innerHTML.replace(/\s*\n\s*/g, ' ').trim()
}
