import type { Schema } from '@/shared/http'

export type Data = Schema<'DashboardView'>
export type Month = Schema<'MonthTurnover'>
/** Figures by their names. */
export type Cards = Schema<'DashboardCards'>
