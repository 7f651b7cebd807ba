export function compact(text: string): string
