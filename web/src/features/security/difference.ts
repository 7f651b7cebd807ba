export interface Part {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Longer texts are compared as a whole, not letter by letter. */
const CELLS_MAX = 4_000_000

/** What of a text went, came and stayed: the longest common sequence of letters. */
export function difference(before: string, after: string): Part[] {
  const a = [...before]
  const b = [...after]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end++
  const x = a.slice(start, a.length - end)
  const y = b.slice(start, b.length - end)
  const parts: Part[] = []
  const add = (kind: Part['kind'], text: string): void => {
    if (!text) return
    const last = parts[parts.length - 1]
    if (last?.kind === kind) last.text += text
    else parts.push({ kind, text })
  }
  add('same', a.slice(0, start).join(''))
  if (x.length * y.length > CELLS_MAX) {
    add('gone', x.join(''))
    add('new', y.join(''))
  } else {
    const width = y.length + 1
    const lengths = new Uint16Array((x.length + 1) * width)
    for (let i = x.length - 1; i >= 0; i--)
      for (let j = y.length - 1; j >= 0; j--)
        lengths[i * width + j] =
          x[i] === y[j]
            ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
            : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0)
    let i = 0
    let j = 0
    while (i < x.length || j < y.length) {
      if (i < x.length && j < y.length && x[i] === y[j]) {
        add('same', x[i++] ?? '')
        j++
      } else if (
        i < x.length &&
        (j >= y.length || (lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0))
      )
        add('gone', x[i++] ?? '')
      else add('new', y[j++] ?? '')
    }
  }
  add('same', a.slice(a.length - end).join(''))
  return parts
}
