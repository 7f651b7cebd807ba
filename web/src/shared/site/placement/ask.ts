import type { DataOf } from '@/shared/http/api'
import { memberHttp } from '@/shared/http/member'
import { nodeLanguage } from '@/shared/preferences/store'

type Answer = DataOf<'/api/placements', 'get'>
export type Zone = Answer['zones'][number]
export type Item = Zone['items'][number]

/** What a zone may show, and the day by which this browser counts; no zone where the site has none of that code. */
export interface Asked {
  zone: Zone | undefined
  day: string
}

/** Zones of a page that ask within this time ask together. */
const TOGETHER_MS = 30
const PHONE = '(max-width: 640px)'

export const onPhone = (): boolean => matchMedia(PHONE).matches

let waiting: { codes: Set<string>; answer: Promise<Answer> } | null = null

/** Asks what a zone may show, together with the other zones of the page. */
export async function askZone(code: string): Promise<Asked> {
  if (!waiting) {
    const codes = new Set<string>()
    const answer = new Promise<void>((done) => setTimeout(done, TOGETHER_MS)).then(() => {
      waiting = null
      return memberHttp.get('/api/placements', {
        zones: [...codes].join(','),
        device: onPhone() ? 'phone' : 'desktop',
        // The browser keeps an answer for a minute, by its address.
        lang: nodeLanguage(),
      })
    })
    waiting = { codes, answer }
  }
  waiting.codes.add(code)
  const { zones, day } = await waiting.answer
  return { zone: zones.find((zone) => zone.code === code), day }
}
