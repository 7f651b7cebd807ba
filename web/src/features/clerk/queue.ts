import { proxy, ref } from 'valtio'
import { ApiError } from '@/shared/http'
import { randomId } from '@/shared/randomId'
import type { CommandStore, Queued } from './commandStore'

/** Commands that one browser holds at most; then nothing more is taken, so that nothing is lost in silence. */
export const QUEUE_MAX = 200
/** Pause before the next attempt while there is no answer. */
const RETRY_MS = 15_000

/** What a page asks for. */
export interface Command {
  path: string
  body: Readonly<Record<string, unknown>>
  title: string
  /** What the goods of the order's lines are called, by the line's number. */
  goods?: Readonly<Record<number, string>>
}

export class QueueFull extends Error {}

export interface QueueState {
  /** In the order they are sent; of everybody who used this browser. */
  commands: readonly Queued[]
  /** The last attempt had no answer. */
  offline: boolean
  sending: boolean
  /** Whether the queue outlives the page. */
  lasting: boolean
}

type Watcher = (done: Queued, answer: unknown) => void

interface QueueEnvironment {
  store: () => Promise<CommandStore>
  /** `at`: when the command was made, Unix milliseconds. */
  send: (path: string, body: Readonly<Record<string, unknown>>, at: number) => Promise<unknown>
  /** The logged-in administrator; nothing is sent without one, and nobody's commands in somebody else's name. */
  admin: () => number | null
  /** Text of the error with which a command was refused. */
  reason: (error: unknown, command: Queued) => string
  /** Runs the work in one tab at a time. */
  alone?: (work: () => Promise<void>) => Promise<void>
  later?: (work: () => void, milliseconds: number) => void
}

/** Answers after which the same command is worth sending again: session expired, busy, not ready. */
const LATER = new Set([303, 409, 429, 503])
/** HTTP statuses that say the same. */
const STATUS_LATER = new Set([401, 403, 408, 409, 429])

/** Whether the node did not decide: there was no answer, or one that asks for patience. */
export function undecided(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  const { key, status } = error.options
  // Without a key of our own, these are the node's words.
  if (key === undefined) return LATER.has(error.code)
  return status === undefined || status >= 500 || STATUS_LATER.has(status)
}

/**
 * Sends commands in their order, each under its own command id however often it takes. A command leaves the queue when
 * the node has done it, or when the clerk drops one that was refused.
 */
export class CommandQueue {
  readonly state = proxy<QueueState>({ commands: ref([]), offline: false, sending: false, lasting: true })
  private opened: Promise<CommandStore> | null = null
  private running: Promise<void> | null = null
  private again = false
  private waits = false
  private readonly watchers = new Set<Watcher>()
  constructor(private readonly around: QueueEnvironment) {}

  /** Calls back with each command that was done, and what the node answered. */
  onDone(watch: Watcher): () => void {
    this.watchers.add(watch)
    return () => this.watchers.delete(watch)
  }

  /** Takes a command and sends it when its turn comes. Throws `QueueFull`. */
  async add({ path, body, title, goods }: Command): Promise<void> {
    const admin = this.around.admin()
    if (admin === null) throw new Error('nobody is logged in')
    const store = await this.store()
    await this.load()
    if (this.state.commands.length >= QUEUE_MAX) throw new QueueFull()
    const id = randomId()
    await store.add({
      id,
      admin,
      path,
      title,
      ...(goods && { goods }),
      body: { ...body, command_id: id },
      at: Date.now(),
      state: 'waiting',
    })
    await this.load()
    void this.flush()
  }

  /** Sends a refused command again, perhaps changed. What was refused is decided, so this is a new command. */
  async mend(seq: number, body: Readonly<Record<string, unknown>>): Promise<void> {
    const command = this.state.commands.find((one) => one.seq === seq && one.state === 'refused')
    if (!command) return
    const id = randomId()
    const sent: Queued = {
      ...command,
      id,
      body: { ...body, command_id: id },
      state: 'waiting',
      reason: undefined,
    }
    await (await this.store()).put(sent)
    await this.load()
    void this.flush()
  }

  /** Forgets a refused command. One that waits may have been done already, so it can't be dropped. */
  async drop(seq: number): Promise<void> {
    const command = this.state.commands.find((one) => one.seq === seq && one.state === 'refused')
    if (!command) return
    await (await this.store()).remove(seq)
    await this.load()
  }

  /** Reads the queue. */
  async load(): Promise<void> {
    const store = await this.store()
    this.state.lasting = store.lasting
    // Plain objects: a browser's store does not take proxies.
    this.state.commands = ref(await store.all())
  }

  /** Sends what waits, in order, until all is decided or there is no answer. */
  flush(): Promise<void> {
    this.again = true
    this.running ??= this.run()
    return this.running
  }

  private store(): Promise<CommandStore> {
    this.opened ??= this.around.store()
    return this.opened
  }

  private async run(): Promise<void> {
    const alone = this.around.alone ?? ((work) => work())
    this.state.sending = true
    try {
      while (this.again) {
        this.again = false
        await alone(() => this.sendAll())
      }
    } catch (error) {
      // The browser's store failed: what is in it is tried again.
      console.error(error)
      this.retryLater()
    } finally {
      this.state.sending = false
      // At once after the last look at `again`, so that no call of `flush` falls between.
      this.running = null
    }
  }

  private async sendAll(): Promise<void> {
    await this.load()
    const admin = this.around.admin()
    for (const command of [...this.state.commands]) {
      if (command.state !== 'waiting' || command.admin !== admin) continue
      let answer: unknown
      try {
        answer = await this.around.send(command.path, command.body, command.at)
      } catch (error) {
        if (undecided(error)) {
          this.state.offline = true
          this.retryLater()
          return
        }
        const refused: Queued = { ...command, state: 'refused', reason: this.around.reason(error, command) }
        await (await this.store()).put(refused)
        this.state.offline = false
        await this.load()
        continue
      }
      this.state.offline = false
      await (await this.store()).remove(command.seq)
      await this.load()
      this.watchers.forEach((watch) => watch(command, answer))
    }
  }

  private retryLater(): void {
    if (this.waits) return
    this.waits = true
    const later = this.around.later ?? ((work, milliseconds) => void setTimeout(work, milliseconds))
    later(() => {
      this.waits = false
      void this.flush()
    }, RETRY_MS)
  }
}
