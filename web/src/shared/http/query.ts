export type Param =
  string | number | boolean | null | undefined | readonly Param[] | { readonly [key: string]: Param }
export type Params = Readonly<Record<string, Param>>

function pairs(key: string, value: Param, into: string[]): void {
  if (value === null || value === undefined || value === '') return
  if (Array.isArray(value)) {
    const nested = value.some((item) => typeof item === 'object')
    value.forEach((item: Param, index) => pairs(nested ? `${key}[${index}]` : `${key}[]`, item, into))
  } else if (typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) pairs(`${key}[${name}]`, inner, into)
  } else {
    into.push(`${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
  }
}

/** Bracket style, as the contract has it: `ids[]=1`, `search[0][field]=status`. Empty values are left out. */
export function query(params: Params): string {
  const into: string[] = []
  for (const [key, value] of Object.entries(params)) pairs(key, value, into)
  return into.join('&')
}
