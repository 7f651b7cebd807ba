import { memberClient } from '@/shared/http/member'

/** What somebody says of goods that they have bought. */
export interface Evaluation {
  id: number
  star: number
  content: string
  images: string[]
  sku_text: string
  name: string
  reply: string
  create_time: number
}

export interface EvaluationPage {
  list: Evaluation[]
  /** Of those that are asked for. */
  total: number
  /** How many of each number of stars, from 1 to 5, over all of the goods. */
  stars: number[]
  with_images?: number
}

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
  memberClient.get(
    '/api/shop.Goods/evaluations',
    { goods_id, page, limit: PAGE, ...(star ? { star } : {}), ...(images ? { images: 1 } : {}) },
    signal,
  )

/** The mean of stars with one decimal, half up; nothing where there are none. */
export function averageOf(stars: readonly number[]): string | null {
  const count = stars.reduce((sum, one) => sum + one, 0)
  if (count === 0) return null
  const sum = stars.reduce((all, one, at) => all + one * (at + 1), 0)
  return (Math.floor((sum * 20 + count) / (2 * count)) / 10).toFixed(1)
}
