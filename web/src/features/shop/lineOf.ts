/** The place of a line that a fault is about: `lines[1].content` is about the second line that was sent; -1 for none. */
export const lineOf = (field: string): number => Number(/^lines\[(\d+)\]/.exec(field)?.[1] ?? -1)
