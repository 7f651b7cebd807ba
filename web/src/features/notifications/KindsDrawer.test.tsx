import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage, type Call } from '../../../test/page'
import { KindsDrawer } from './KindsDrawer'

beforeAll(() => loadTexts('notifications'))

const KINDS = [
  {
    name: 'order.review',
    label: 'Waiting for review',
    group: 'Orders',
    severity: 'warning',
    mutable: true,
    muted: false,
    by_warehouse: true,
    mailed: false,
    muted_warehouses: [2],
  },
  {
    name: 'order.voided',
    label: 'Voided',
    group: 'Orders',
    severity: 'warning',
    mutable: true,
    muted: true,
    by_warehouse: true,
    mailed: false,
    muted_warehouses: [],
  },
  {
    name: 'pay.exception',
    label: 'Payment',
    group: 'Money',
    severity: 'danger',
    mutable: false,
    muted: false,
    by_warehouse: false,
    mailed: false,
    muted_warehouses: [],
  },
]
const WAREHOUSES = [
  { id: 1, name: 'Main' },
  { id: 2, name: 'Far away' },
]

const MAIL = { address: 'ann@example.com', quiet_from: '22:00', quiet_to: '07:00' }

function open(answer: (call: Call) => unknown = () => []) {
  const calls = answerCalls((call) =>
    call.method === 'GET' ? { sound: true, kinds: KINDS, warehouses: WAREHOUSES, mail: MAIL } : answer(call),
  )
  renderPage(<KindsDrawer close={() => undefined} />)
  return {
    posts: () => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body })),
  }
}
const toggle = (name: string) => screen.findByRole('switch', { name })
const isOn = async (name: string): Promise<string | null> => (await toggle(name)).getAttribute('aria-checked')

describe('the kinds of notifications that one wants', () => {
  it('are those that the node knows, under their headings', async () => {
    open()
    expect(await isOn('Waiting for review')).toBe('true')
    expect(await isOn('Voided')).toBe('false')
    expect(screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))).toEqual([
      'Orders',
      'Money',
    ])
    expect((await toggle('Payment')).hasAttribute('disabled')).toBe(true)
  })
  it('come by mail as well, but not in quiet hours', async () => {
    const { posts } = open()
    const box = await screen.findByRole('checkbox', { name: 'Waiting for review: Mail' })
    fireEvent.click(box)
    await waitFor(() =>
      expect(posts()).toEqual([
        { path: '/admin/notification.Index/mail', body: { kind: 'order.review', mailed: 1 } },
      ]),
    )
    expect(screen.queryByRole('checkbox', { name: 'Voided: Mail' })).toBeNull()
    expect(screen.getByDisplayValue('22:00')).toBeTruthy()
    expect(screen.getByText(/ann@example.com/)).toBeTruthy()
  })
  it('are switched off and on', async () => {
    const { posts } = open()
    fireEvent.click(await toggle('Waiting for review'))
    await waitFor(async () => expect(await isOn('Waiting for review')).toBe('false'))
    fireEvent.click(await toggle('Voided'))
    await waitFor(() =>
      expect(posts()).toEqual([
        { path: '/admin/notification.Index/mute', body: { kind: 'order.review', muted: 1 } },
        { path: '/admin/notification.Index/mute', body: { kind: 'order.voided', muted: 0 } },
      ]),
    )
  })
  it('are switched off and on for single warehouses, while they are wanted at all', async () => {
    const { posts } = open()
    fireEvent.click(await screen.findByRole('button', { name: 'Waiting for review: By warehouse' }))
    expect(screen.queryByRole('button', { name: 'Voided: By warehouse' })).toBeNull()
    expect(screen.getByText('Off in 1 warehouse')).toBeTruthy()
    const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
    expect([box('Main').checked, box('Far away').checked]).toEqual([true, false])
    fireEvent.click(box('Main'))
    fireEvent.click(box('Far away'))
    await waitFor(() =>
      expect(posts()).toEqual([
        {
          path: '/admin/notification.Index/mute',
          body: { kind: 'order.review', muted: 1, warehouses_id: 1 },
        },
        {
          path: '/admin/notification.Index/mute',
          body: { kind: 'order.review', muted: 0, warehouses_id: 2 },
        },
      ]),
    )
    expect([box('Main').checked, box('Far away').checked]).toEqual([false, true])
  })
  it('stay as they were when the node refuses', async () => {
    open(() => ({ code: 0, msg: 'no', data: [] }))
    fireEvent.click(await toggle('Waiting for review'))
    await waitFor(async () => expect(await isOn('Waiting for review')).toBe('true'))
    await screen.findByText('no')
  })
})
