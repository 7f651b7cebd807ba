import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { BRAND } from '../../../test/brand'
import { answerCalls, renderPage } from '../../../test/page'
import type { Custom } from '../custom'
import { ResourceList } from '../ResourceList'
import { fieldOf, type Command, type Resource } from '../schema/types'

beforeAll(() => loadTexts('resource'))
afterEach(() => void vi.restoreAllMocks())

const plain: Omit<Command, 'name' | 'title'> = { fields: [], danger: false, many: false }
const code = fieldOf(BRAND, 'code')
const APPROVE: Command = {
  ...plain,
  name: 'approve',
  title: { zh: '通过', en: 'Approve' },
  from: { field: 'code', values: ['O'] },
  fields: code ? [{ ...code, name: 'reason', label: { zh: '原因', en: 'Reason' }, required: true }] : [],
}
const CLOSE: Command = { ...plain, name: 'close', title: { zh: '关闭', en: 'Close it' }, many: true }
const RESOURCE: Resource = { ...BRAND, commands: [APPROVE, CLOSE] }

function open(custom: Custom = {}) {
  const rows = [
    { id: 2, version: 4, name: 'Beech', code: 'B', weight: '2.00' },
    { id: 1, version: 7, name: 'Oak', code: 'O', weight: '1.50' },
  ]
  const calls = answerCalls(({ path }) =>
    path.endsWith('/index') ? { list: rows, total: rows.length } : null,
  )
  renderPage(<ResourceList resource={RESOURCE} custom={custom} />)
  const sent = (name: string): unknown =>
    calls.find(({ path }) => path === `/admin/${BRAND.controller}/${name}`)?.body
  return { sent }
}

describe('declared commands of a list', () => {
  it('asks what a command asks, of rows that take it, and sends the row with its version', async () => {
    const { sent } = open()
    await screen.findByText('Oak')
    const buttons = screen.getAllByRole('button', { name: 'Approve' })
    expect(buttons).toHaveLength(1)
    fireEvent.click(buttons[0] as HTMLElement)
    const reason = await screen.findByRole('textbox', { name: 'Reason' })
    const send = screen.getAllByRole('button', { name: 'Approve' }).at(-1) as HTMLElement
    fireEvent.click(send)
    await waitFor(() => expect(screen.getByRole('dialog').querySelector('[role=alert]')).toBeTruthy())
    expect(sent('approve')).toBeUndefined()
    fireEvent.change(reason, { target: { value: ' good ' } })
    fireEvent.click(send)
    await waitFor(() => expect(sent('approve')).toMatchObject({ id: 1, version: 7, reason: 'good' }))
  })

  it('offers none that a page withholds from a row', async () => {
    open({ offers: (command, row) => command !== 'close' || row.id === 1 })
    await screen.findByText('Oak')
    // Beech takes no other command: it would be its next step.
    expect(screen.queryByRole('button', { name: 'Close it' })).toBeNull()
    const oak = within(screen.getByText('Oak').closest('tr') as HTMLElement)
    fireEvent.click(oak.getByRole('button', { name: 'More' }))
    expect(await screen.findByText('Close it')).toBeTruthy()
  })

  it('gives one that asks nothing at once, to all chosen rows', async () => {
    const { sent } = open()
    await screen.findByText('Oak')
    for (const box of screen.getAllByRole('checkbox').slice(1)) fireEvent.click(box)
    const bar = await screen.findByRole('status')
    const button = [...bar.querySelectorAll('button')].find((one) => one.textContent === 'Close it')
    fireEvent.click(button as HTMLElement)
    await waitFor(() => expect(sent('close')).toMatchObject({ ids: [2, 1] }))
  })
})
