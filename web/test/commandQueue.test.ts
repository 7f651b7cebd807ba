import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { MemoryStore, openStore, type CommandStore } from '@/features/clerk/commandStore'
import { CommandQueue, QUEUE_MAX, QueueFull, undecided } from '@/features/clerk/queue'
import { ApiError } from '@/shared/http/error'

const OFFLINE = new ApiError(0, '', { key: 'error.offline' })
const REFUSED = new ApiError(0, 'Too many')

interface Sent {
  path: string
  id: string
}

/** A queue whose node answers with `answer`: an error is thrown, anything else is a success. */
function queueWith(answer: (path: string) => unknown, store: CommandStore = new MemoryStore()) {
  const sent: Sent[] = []
  const later: (() => void)[] = []
  let admin: number | null = 1
  const queue = new CommandQueue({
    store: async () => store,
    send: async (path, body) => {
      sent.push({ path, id: (body as { command_id: string }).command_id })
      const result = answer(path)
      if (result instanceof Error) throw result
      return result
    },
    admin: () => admin,
    reason: (error) => (error as Error).message,
    later: (work) => void later.push(work),
  })
  return { queue, sent, later, login: (id: number | null) => void (admin = id) }
}
const command = (path: string) => ({ path, body: { id: 7 }, title: path })
const paths = (sent: readonly Sent[]) => sent.map(({ path }) => path)

describe('the queue of commands', () => {
  it('sends in order and forgets what was done', async () => {
    const { queue, sent } = queueWith(() => null)
    for (const path of ['a', 'b', 'c']) await queue.add(command(path))
    await queue.flush()
    expect(paths(sent)).toEqual(['a', 'b', 'c'])
    expect(queue.state.commands).toEqual([])
  })

  it('keeps everything without a signal, and sends it later in the same order under the same ids', async () => {
    let signal = false
    const { queue, sent, later } = queueWith(() => (signal ? null : OFFLINE))
    await queue.add(command('a'))
    await queue.add(command('b'))
    await queue.flush()
    expect(queue.state).toMatchObject({ offline: true })
    expect(queue.state.commands.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    const first = sent[0]
    // No attempt overtakes the first command.
    expect(new Set(paths(sent))).toEqual(new Set(['a']))
    signal = true
    sent.length = 0
    expect(later).toHaveLength(1)
    later[0]?.()
    await queue.flush()
    expect(paths(sent)).toEqual(['a', 'b'])
    expect(sent[0]?.id).toBe(first?.id)
    expect(queue.state).toMatchObject({ offline: false, commands: [] })
  })

  it('sends a command whose answer was lost again under its id', async () => {
    const answers = [new ApiError(0, '', { key: 'error.timeout' }), null]
    const { queue, sent } = queueWith(() => answers.shift())
    await queue.add(command('a'))
    await queue.flush()
    await queue.flush()
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
  })

  it('keeps what was refused with the reason, and goes on with the others', async () => {
    const { queue, sent } = queueWith((path) => (path === 'a' ? REFUSED : null))
    await queue.add(command('a'))
    await queue.add(command('b'))
    await queue.flush()
    expect(paths(sent)).toEqual(['a', 'b'])
    expect(queue.state.commands).toMatchObject([{ path: 'a', state: 'refused', reason: 'Too many' }])
    // A refused command is not sent again by itself.
    await queue.flush()
    expect(paths(sent)).toEqual(['a', 'b'])
  })

  it('sends a mended command as a new one, and drops one only when asked to', async () => {
    let mended = false
    const { queue, sent } = queueWith(() => (mended ? null : REFUSED))
    await queue.add(command('a'))
    await queue.add(command('b'))
    await queue.flush()
    const [first, second] = queue.state.commands
    mended = true
    await queue.mend(first!.seq, { id: 7, lines: [] })
    await queue.flush()
    expect(sent.at(-1)?.path).toBe('a')
    expect(sent.at(-1)?.id).not.toBe(first!.id)
    expect(queue.state.commands.map(({ path }) => path)).toEqual(['b'])
    await queue.drop(second!.seq)
    expect(queue.state.commands).toEqual([])
  })

  it('does not drop a command that waits, as it may have been done', async () => {
    const { queue } = queueWith(() => OFFLINE)
    await queue.add(command('a'))
    await queue.flush()
    await queue.drop(queue.state.commands[0]!.seq)
    expect(queue.state.commands).toHaveLength(1)
  })

  it("sends nobody's commands in somebody else's name", async () => {
    let signal = false
    const { queue, sent, login } = queueWith(() => (signal ? null : OFFLINE))
    await queue.add(command('a'))
    await queue.flush()
    sent.length = 0
    signal = true
    login(2)
    await queue.flush()
    expect(sent).toEqual([])
    expect(queue.state.commands).toHaveLength(1)
    login(1)
    await queue.flush()
    expect(paths(sent)).toEqual(['a'])
  })

  it('takes no more than its limit', async () => {
    const store = new MemoryStore()
    const { queue } = queueWith(() => OFFLINE, store)
    for (let count = 0; count < QUEUE_MAX; count++)
      await store.add({ id: `${count}`, admin: 1, path: 'a', body: {}, title: '', at: 0, state: 'waiting' })
    await expect(queue.add(command('b'))).rejects.toBeInstanceOf(QueueFull)
    expect(await store.all()).toHaveLength(QUEUE_MAX)
  })

  it('survives a reload of the page', async () => {
    const before = queueWith(() => OFFLINE, await openStore())
    await before.queue.add(command('a'))
    await before.queue.add(command('b'))
    await before.queue.flush()
    const ids = before.queue.state.commands.map(({ id }) => id)
    const after = queueWith(() => null, await openStore())
    await after.queue.load()
    expect(after.queue.state).toMatchObject({ lasting: true })
    await after.queue.flush()
    expect(after.sent.map(({ id }) => id)).toEqual(ids)
    expect(await (await openStore()).all()).toEqual([])
  })
})

describe('an error', () => {
  it.each([
    [OFFLINE, true],
    [new ApiError(0, '', { key: 'error.http.502', status: 502 }), true],
    [new ApiError(409, ''), true],
    [new ApiError(303, ''), true],
    [new Error('broken'), true],
    [new ApiError(0, '', { key: 'error.http.other', status: 413 }), false],
    [new ApiError(-1, 'no'), false],
  ])('%# leaves the outcome open or not', (error, open) => expect(undecided(error)).toBe(open))
})
