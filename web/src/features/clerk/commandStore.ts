import { completed, settled } from '@/shared/offline/indexedDb'

/** A command that waits to be sent, or that the node refused. */
export interface Queued {
  /** Its place in the queue; given by the store. */
  seq: number
  /** The command id, under which it is sent each time. */
  id: string
  /** Whose command it is. */
  admin: number
  path: string
  body: Readonly<Record<string, unknown>>
  /** What it does, in the words of its page. */
  title: string
  /** What the goods of the order's lines are called, by the line's number. */
  goods?: Readonly<Record<number, string>>
  /** Unix milliseconds. */
  at: number
  state: 'waiting' | 'refused'
  /** Why the node refused it. */
  reason?: string
}

export type NewCommand = Omit<Queued, 'seq'>

/** Where the queue is kept. */
export interface CommandStore {
  /** Whether what is kept outlives the page. */
  readonly lasting: boolean
  /** In the order they were added. */
  all(): Promise<Queued[]>
  /** Answers with its place. */
  add(command: NewCommand): Promise<number>
  put(command: Queued): Promise<void>
  remove(seq: number): Promise<void>
}

const DATABASE = 'entrepot-clerk'
const COMMANDS = 'commands'

/** Keeps the queue in IndexedDB. */
class IndexedStore implements CommandStore {
  readonly lasting = true
  constructor(private readonly database: IDBDatabase) {}

  private commands(mode: IDBTransactionMode): IDBObjectStore {
    return this.database.transaction(COMMANDS, mode).objectStore(COMMANDS)
  }
  async all(): Promise<Queued[]> {
    return settled(this.commands('readonly').getAll() as IDBRequest<Queued[]>)
  }
  async add(command: NewCommand): Promise<number> {
    const commands = this.commands('readwrite')
    const seq = settled(commands.add(command))
    await completed(commands.transaction)
    return Number(await seq)
  }
  async put(command: Queued): Promise<void> {
    const commands = this.commands('readwrite')
    commands.put(command)
    await completed(commands.transaction)
  }
  async remove(seq: number): Promise<void> {
    const commands = this.commands('readwrite')
    commands.delete(seq)
    await completed(commands.transaction)
  }
}

/** Keeps the queue as long as the page is open, where the browser has no IndexedDB (private windows). */
export class MemoryStore implements CommandStore {
  readonly lasting = false
  private last = 0
  private readonly commands = new Map<number, Queued>()

  async all(): Promise<Queued[]> {
    return [...this.commands.values()].sort((one, other) => one.seq - other.seq)
  }
  async add(command: NewCommand): Promise<number> {
    this.last += 1
    this.commands.set(this.last, { ...command, seq: this.last })
    return this.last
  }
  async put(command: Queued): Promise<void> {
    this.commands.set(command.seq, command)
  }
  async remove(seq: number): Promise<void> {
    this.commands.delete(seq)
  }
}

/** Opens the store of this browser. */
export async function openStore(): Promise<CommandStore> {
  if (typeof indexedDB === 'undefined') return new MemoryStore()
  try {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(COMMANDS, { keyPath: 'seq', autoIncrement: true })
    }
    return new IndexedStore(await settled(request))
  } catch {
    return new MemoryStore()
  }
}
