import { hashBlob } from './hash'

/** What the worker says: how far it is, then the sha1, or that the file could not be read. */
export type HashNews = { share: number } | { sha1: string } | { failed: true }

const tell = (news: HashNews): void => postMessage(news)

addEventListener('message', (event: MessageEvent<Blob>) => {
  hashBlob(event.data, (share) => tell({ share })).then(
    (sha1) => tell({ sha1 }),
    () => tell({ failed: true }),
  )
})
