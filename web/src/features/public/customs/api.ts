import type { DataOf } from '@/shared/http/api'
import { memberHttp } from '@/shared/http/member'

export type CustomsAnswer = DataOf<'/api/customs', 'get'>
export type CustomsCode = CustomsAnswer['rows'][number]
export type CustomsTariff = CustomsAnswer['tariffs'][number]

export const findCustoms = (
  asked: { q?: string; code?: string },
  lang: string,
  signal: AbortSignal,
): Promise<CustomsAnswer> => memberHttp.get('/api/customs', { ...asked, lang }, signal)

/** Digits as the tariff prints them: 8504, 8504.40. */
export const spelled = (code: string): string =>
  code.length > 4 ? `${code.slice(0, 4)}.${code.slice(4, 6)}${code.slice(6) && `.${code.slice(6)}`}` : code
