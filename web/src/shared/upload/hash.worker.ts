import { hashOf } from './hash'

/** Answers a file with its hash; on the way with the part that is read. */
self.onmessage = (event: MessageEvent<File>) => {
  hashOf(event.data, (part) => self.postMessage({ part })).then(
    (sha1) => self.postMessage({ sha1 }),
    () => self.postMessage({ failed: true }),
  )
}
