import { hashBlob } from './hash'

/** What the worker says: how far it is, then the sha1, or that the file could not be read. */
export type HashNews = { share: number } | { sha1: string } | { failed: true }

const report = (news: HashNews): void => postMessage(news)

addEventListener('message', (event: MessageEvent<Blob>) => {
  hashBlob(event.data, (share) => report({ share })).then(
    (sha1) => report({ sha1 }),
    () => report({ failed: true }),
  )
})
