import dayjs from 'dayjs'

/** The largest number of ten digits: what is longer counts milliseconds. */
const SECONDS_MOST = 9_999_999_999

/** A time in the reader's time zone, from Unix seconds (ten digits) or milliseconds; a dash when there is none. */
export function moment(time: number | null | undefined, format = 'YYYY-MM-DD HH:mm'): string {
  if (!time) return '–'
  return (time > SECONDS_MOST ? dayjs(time) : dayjs.unix(time)).format(format)
}
