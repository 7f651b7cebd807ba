/** The names of a file's columns: its first row, read here so that they can be matched before anything is sent. */

const CSV_BYTES = 64 * 1024

/** The first row of a CSV text. */
export function csvHead(text: string): string[] {
  const plain = text.replace(/^\ufeff/, '')
  const first = plain.slice(0, plain.search(/[\r\n]/) < 0 ? undefined : plain.search(/[\r\n]/))
  const separator = [',', ';', '\t'].sort((a, b) => first.split(b).length - first.split(a).length)[0] ?? ','
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < plain.length; at++) {
    const letter = plain[at] ?? ''
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (plain[at + 1] === '"') cell += plain[++at]
      else quoted = false
    } else if (letter === '"') quoted = true
    else if (letter === separator) {
      cells.push(cell)
      cell = ''
    } else if (letter === '\n' || letter === '\r') break
    else cell += letter
  }
  return [...cells, cell].map((one) => one.trim())
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Response(stream).text()
}

/** One file of a zip archive. */
async function unzipped(archive: ArrayBuffer, wanted: string): Promise<string | null> {
  const view = new DataView(archive)
  let end = archive.byteLength - 22
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--
  if (end < 0) return null
  let at = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(new Uint8Array(archive, at + 46, nameLength))
    if (name === wanted) {
      const local = view.getUint32(at + 42, true)
      const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
      const bytes = new Uint8Array(archive, from, view.getUint32(at + 20, true))
      return view.getUint16(at + 10, true) === 0 ? new TextDecoder().decode(bytes) : inflated(bytes)
    }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return null
}

const textOf = (element: Element): string =>
  [...element.getElementsByTagName('t')].map((part) => part.textContent ?? '').join('')

async function sheetHead(archive: ArrayBuffer): Promise<string[]> {
  const sheet = await unzipped(archive, 'xl/worksheets/sheet1.xml')
  if (!sheet) return []
  const shared = await unzipped(archive, 'xl/sharedStrings.xml')
  const parse = (text: string): Document => new DOMParser().parseFromString(text, 'application/xml')
  const strings = shared ? [...parse(shared).getElementsByTagName('si')].map(textOf) : []
  const row = parse(sheet).getElementsByTagName('row')[0]
  return [...(row?.getElementsByTagName('c') ?? [])].map((cell) => {
    const value = cell.getElementsByTagName('v')[0]?.textContent ?? ''
    const kind = cell.getAttribute('t')
    return (
      kind === 's' ? (strings[Number(value)] ?? '') : kind === 'inlineStr' ? textOf(cell) : value
    ).trim()
  })
}

/** Names of the columns of a CSV or XLSX file; none when it can't be read here. */
export async function headOf(file: File): Promise<string[]> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const zip = start[0] === 0x50 && start[1] === 0x4b
  const names = zip
    ? await sheetHead(await file.arrayBuffer()).catch(() => [])
    : csvHead(await file.slice(0, CSV_BYTES).text())
  return [...new Set(names.filter(Boolean))]
}
