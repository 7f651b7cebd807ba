import dayjs from 'dayjs'

/** Unix seconds in the reader's time zone; a dash when there is none. */
export function moment(seconds: number | null | undefined, format = 'YYYY-MM-DD HH:mm'): string {
  return seconds ? dayjs.unix(seconds).format(format) : '–'
}
