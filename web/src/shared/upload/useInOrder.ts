import { useRef } from 'react'

type InOrder = <Result>(
  work: Promise<Result>,
  done: (result: Result) => void,
  failed: (error: unknown) => void,
) => Promise<void>

/** Takes the results of uploads that run side by side in the order in which they began. */
export function useInOrder(): InOrder {
  const last = useRef<Promise<void>>(Promise.resolve())
  return (work, done, failed) => {
    // One that fails before its turn is told of when its turn comes.
    const settled = work.then(
      (result) => () => done(result),
      (error: unknown) => () => failed(error),
    )
    last.current = last.current.then(() => settled).then((take) => take())
    return last.current
  }
}
