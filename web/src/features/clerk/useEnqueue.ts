import { Message } from '@arco-design/web-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { clerkQueue } from './clerkQueue'
import { QueueFull, type Command } from './queue'

/** Puts commands into the queue. Answers whether the command was kept; if not, the clerk is told why. */
export function useEnqueue(): (command: Command) => Promise<boolean> {
  const { t } = useTranslation()
  return useCallback(
    (command) =>
      clerkQueue.add(command).then(
        () => true,
        (error: unknown) => {
          Message.error(t(error instanceof QueueFull ? 'clerk.full' : 'clerk.notKept'))
          return false
        },
      ),
    [t],
  )
}
