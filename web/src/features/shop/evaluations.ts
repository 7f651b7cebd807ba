import type { Schema } from '@/shared/http'
import { memberHttp } from '@/shared/http/member'

/** What people say of goods that they have bought: a page of it, with how many of each number of stars there are. */
export type EvaluationPage = Schema<'ShopEvaluations'>
export type Evaluation = EvaluationPage['list'][number]

export const STARS = [5, 4, 3, 2, 1] as const
export const PAGE = 10

/** Which are asked for. */
export interface Filter {
  star?: number
  images?: boolean
}

export const fetchEvaluations = (
  goods_id: number,
  { star, images }: Filter,
  page: number,
  signal?: AbortSignal,
): Promise<EvaluationPage> =>
  memberHttp.get(
    '/api/shop.Goods/evaluations',
    { goods_id, page, limit: PAGE, ...(star ? { star } : {}), ...(images ? { images: '1' as const } : {}) },
    signal,
  )

/** The mean of stars with one decimal, half up; nothing where there are none. */
export function averageOf(stars: readonly number[]): string | null {
  const count = stars.reduce((sum, one) => sum + one, 0)
  if (count === 0) return null
  const sum = stars.reduce((all, one, at) => all + one * (at + 1), 0)
  return (Math.floor((sum * 20 + count) / (2 * count)) / 10).toFixed(1)
}
