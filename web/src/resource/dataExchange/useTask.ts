import { useEffect, useState } from 'react'
import { http, type DataOf } from '@/shared/http'

export interface BadRow {
  row: number
  column: string
  reason: string
}

/** A column of references with names that no row has. */
export interface UnknownColumn {
  field: string
  column: string
  /** How many names. */
  count: number
  /** Some of them. */
  examples: string[]
  /** Rows can be made of them. */
  create: boolean
}

/** The report of an import, or of one that is taken back: each has its own counts. */
export interface TaskReport {
  rows: number
  new: number
  changed: number
  same: number
  /** Of an import that is taken back: rows that were deleted, that are as they were, that somebody else had deleted. */
  deleted: number
  put_back: number
  gone: number
  bad: number
  errors: BadRow[]
  written: boolean
  unknown?: UnknownColumn[]
  /** Rows that were made of names, or that would be. */
  created?: number
}

/** The record of an import or an export. */
export type Task = DataOf<'/admin/routine.Transfer/index', 'get'>['list'][number]

const POLL_MS = 700
/** So many failed looks in a row end the watch. */
const FAILURES_MAX = 5

/** A report; it may have been stored as text. */
export function reportOf(task: Pick<Task, 'report'>): TaskReport | null {
  const { report } = task
  if (report && typeof report === 'object') return report as TaskReport
  try {
    const parsed: unknown = JSON.parse(typeof report === 'string' && report ? report : 'null')
    return parsed && typeof parsed === 'object' ? (parsed as TaskReport) : null
  } catch {
    return null
  }
}

type Count = 'new' | 'changed' | 'same' | 'bad' | 'deleted' | 'put_back' | 'gone' | 'kept'

const COUNTS: readonly Count[] = ['new', 'changed', 'same', 'bad']
/** Of an import that is taken back. */
const TAKEN_BACK: readonly Count[] = ['deleted', 'put_back', 'gone', 'kept']

/** The counts of a report, as the kind of its task has them. */
export const countsOf = (kind: string, report: TaskReport): [Count, number][] =>
  (kind === 'take_back' ? TAKEN_BACK : COUNTS).map((count) => [
    count,
    report[count === 'kept' ? 'bad' : count] ?? 0,
  ])

/** Whether a task has come to its end. */
export const isOver = (task: Pick<Task, 'state'>): boolean =>
  task.state !== 'running' && task.state !== 'paused'

/** Follows a task to its end. */
export function useTask(id: number | null): { task: Task | null; error: unknown } {
  const [state, setState] = useState<{ task: Task | null; error: unknown }>({ task: null, error: null })
  useEffect(() => {
    setState({ task: null, error: null })
    if (id === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    let failures = 0
    const look = async (): Promise<void> => {
      try {
        const { list } = await http.get('/admin/routine.Transfer/index', {
          initKey: 'id',
          initValue: [id],
        })
        if (over) return
        failures = 0
        const task = list[0] ?? null
        setState({ task, error: null })
        if (task && isOver(task)) return
      } catch (error) {
        if (over) return
        if (++failures >= FAILURES_MAX) return setState((old) => ({ ...old, error }))
      }
      timer = setTimeout(() => void look(), POLL_MS)
    }
    void look()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [id])
  return state
}
