export interface Month {
  month: string
  unit_id: number
  in_quantity: string
  in_amount: string
  out_quantity: string
  out_amount: string
}

export interface DashboardData {
  remark: string
  cards: Record<string, string | number>
  units: { id: number; name: string }[]
  months: Month[]
  first_sign_in_today: number | null
}
