import { session } from '@/shared/session/store'
import { forgetFilters, type SavedFilter } from '../src/resource/list/filterStore'
import { answerCalls, type Call } from './page'

/** Where filters of lists are kept with the account. */
export const FILTERS = '/admin/routine.SavedFilter'
/** Filters of a list; one more is refused. */
const FILTERS_MAX = 20

type Kept = Record<string, SavedFilter[]>

/** Somebody with this id is signed in; nobody with none. What was loaded before is forgotten. */
export function signInAs(id: number | null): void {
  forgetFilters()
  session.admin =
    id === null
      ? null
      : { id, username: 'ann', nickname: 'Ann', avatar: '', last_login_time: '', super: false }
}

/** Answers calls of saved filters as a node does, `kept` is what it has. Other calls get what `others` says. */
export function keepFilters(kept: Kept, others: (call: Call) => unknown = () => null): Call[] {
  return answerCalls((call) => {
    if (!call.path.startsWith(FILTERS)) return others(call)
    const { list, name, search } = (call.body ?? { list: call.query.get('list') }) as SavedFilter & {
      list: string
    }
    const before = kept[list] ?? []
    const rest = before.filter((one) => one.name !== name)
    if (call.path.endsWith('/save')) {
      if (rest.length >= FILTERS_MAX)
        return {
          code: 0,
          msg: 'At most 20 filters can be saved for a list',
          data: { key: 'saved_filter.full' },
        }
      kept[list] = [...rest, { name, search }]
    }
    if (call.path.endsWith('/drop')) kept[list] = rest
    return { list: kept[list] ?? [] }
  })
}
