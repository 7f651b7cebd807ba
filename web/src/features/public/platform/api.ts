import { useTranslation } from 'react-i18next'
import type { DataOf } from '@/shared/http/api'
import { memberHttp } from '@/shared/http/member'
import { useFetched, type Fetched } from '@/shared/hooks/useFetched'

export type Companies = DataOf<'/api/platform/companies', 'get'>
export type Company = Companies['list'][number]
export type CompanyDetail = DataOf<'/api/platform/company', 'get'>
export type Goods = DataOf<'/api/shop.Goods/index', 'get'>
export type Classifies = DataOf<'/api/shop.Classify/index', 'get'>

/** Companies of a page of the platform. */
export const COMPANIES_PAGE = 12
/** Goods that the platform shows of a category; the shop has the others. */
const GOODS_SHOWN = 8

export function useCompanies(query: { industry?: number; q?: string; page: number }): Fetched<Companies> {
  const { i18n } = useTranslation()
  return useFetched(`${i18n.language} ${JSON.stringify(query)}`, (signal) =>
    memberHttp.get(
      '/api/platform/companies',
      { ...query, limit: COMPANIES_PAGE, lang: i18n.language },
      signal,
    ),
  )
}

export function useCompany(id: string): Fetched<CompanyDetail> {
  const { i18n } = useTranslation()
  return useFetched(`${i18n.language} ${id}`, (signal) =>
    memberHttp.get('/api/platform/company', { id: Number(id) || 0, lang: i18n.language }, signal),
  )
}

export function useClassifies(): Fetched<Classifies> {
  return useFetched('classifies', (signal) => memberHttp.get('/api/shop.Classify/index', {}, signal))
}

export function useGoods(classify: number | null): Fetched<Goods> {
  return useFetched(`goods ${classify ?? ''}`, (signal) =>
    memberHttp.get(
      '/api/shop.Goods/index',
      { limit: GOODS_SHOWN, ...(classify === null ? {} : { classify_id: classify }) },
      signal,
    ),
  )
}
