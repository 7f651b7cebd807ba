/** Uploads of this page that run at a time: a node lets few pictures of one person wait. */
const AT_ONCE = 4

let running = 0
const waiting: (() => void)[] = []

/** Does work when fewer than `AT_ONCE` others run, in the order in which it was asked for. */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) await new Promise<void>((begin) => waiting.push(begin))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
