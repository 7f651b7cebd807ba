import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { latest } from './api'
import { linkOf } from './kinds'
import { markRead } from './store'

/** The page and the id of what a link leads to; nothing of one that leads to a list. */
function subject(link: string): string {
  const { pathname, searchParams } = new URL(link, 'http://node')
  const id = searchParams.get('id')
  return id ? `${pathname} ${id}` : ''
}

/** Marks notifications of an order, a refund ... as read once it is opened, however one came to it. */
export function useOpened(): void {
  const { pathname, search } = useLocation()
  const opened = subject(pathname + search)
  useEffect(() => {
    if (!opened) return
    latest()
      .then(({ list }) => list.filter((message) => subject(linkOf(message)) === opened))
      .then((about) => Promise.all(about.map(({ id }) => markRead(id))))
      // They stay unread: nothing else is lost.
      .catch(() => undefined)
  }, [opened])
}
