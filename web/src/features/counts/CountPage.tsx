import { useSearchParams } from 'react-router'
import { CountList } from './CountList'
import { CountSheetPage } from './CountSheetPage'

/** The list of sheets, or the sheet that the address names. */
export default function CountPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || null
  return id === null ? <CountList /> : <CountSheetPage key={id} id={id} />
}
