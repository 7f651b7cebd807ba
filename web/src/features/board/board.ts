import type { ResourceRow } from '@/resource/schema/types'

/** An answer with a canned reply behind what was written; at most so many characters. */
export function withReply(written: string, reply: string, most: number): string {
  const before = written.trimEnd()
  return (before ? `${before}\n${reply}` : reply).slice(0, most)
}

/** Whether a message should have been answered by a time of the site's clock, `YYYY-MM-DD HH:mm:ss`. */
export const isOverdue = (row: ResourceRow, now: string): boolean =>
  typeof row.due_time === 'string' && row.due_time !== '' && row.progress !== 'done' && row.due_time < now
