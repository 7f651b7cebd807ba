import { client } from '@/shared/http'
import { urlOf, type Resource, type Values } from '../schema/types'
import type { Given } from './useCommands'

/** Gives a command; `command_id` names the intention until the node has answered. */
export function giveCommand(
  resource: Resource,
  { command, ids, row }: Given,
  answers: Values,
  command_id: string,
): Promise<unknown> {
  const rows = row ? { id: row.id, version: row.version } : { ids }
  return client.post(
    `${urlOf(resource)}/${command.name}`,
    { ...rows, command_id, ...answers },
    { announce: true },
  )
}
