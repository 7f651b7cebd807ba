import type { Schema } from '@/shared/http'

export type Data = Schema<'DashboardView'>
export type Month = Schema<'MonthTurnover'>
export type Moves = Schema<'MovesView'>
/** How often in a period, and in the one before it. */
export type Compared = Schema<'Compared'>
/** Figures by their names. */
export type Cards = Schema<'DashboardCards'>
