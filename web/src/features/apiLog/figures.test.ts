import { describe, expect, it } from 'vitest'
import { callerLink, logLink, milliseconds, percent, perSecond, rangeOf, type Board } from './figures'

describe('figures of the board', () => {
  it('are as precise as one looks at them', () => {
    expect([milliseconds(1_234), milliseconds(45_678), milliseconds(1_234_567)]).toEqual([
      '1.23',
      '45.7',
      '1235',
    ])
    expect([percent(0, 10), percent(1, 3), percent(1, 1_000_000), percent(1, 0)]).toEqual([
      '0',
      '33.33',
      '<0.01',
      '0',
    ])
  })

  it('count seconds up to now', () => {
    const board = { calls: 7_200, since: 0, until: 7_200 } as Board
    expect([
      perSecond(board, 3_600),
      perSecond(board, 9_000),
      perSecond({ ...board, calls: 72_000 }, 7_200),
    ]).toEqual(['2', '1', '10'])
  })

  it('lead to the lines that they count', () => {
    expect(logLink({ route: 'GET /admin/a', status: '500,599' })).toBe(
      '/admin/api/log?route=GET+%2Fadmin%2Fa&status=500%2C599',
    )
    const caller = { kind: 'admin', id: 7, name: 'root', calls: 1, refusals: 0, errors: 0, p99: 1 }
    expect(callerLink(caller, 'a,b')).toBe('/admin/api/log?caller_kind=admin&caller_id=7&create_time=a%2Cb')
    expect(callerLink({ ...caller, kind: 'others' }, 'a,b')).toBeUndefined()
    expect(callerLink({ ...caller, kind: 'visitor', id: 0 }, '')).not.toContain('caller_id')
  })

  it('know their range', () => {
    expect([rangeOf('week'), rangeOf('year'), rangeOf(null)]).toEqual(['week', 'day', 'day'])
  })
})
