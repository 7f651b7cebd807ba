import { client } from '@/shared/http'
import i18n from '@/shared/i18n'
import { labelOf } from '../schema/label'
import { titleOf, urlOf, type Resource, type Values } from '../schema/types'
import type { Given } from './useCommands'

/** Gives a command; `command_id` names the intention until the node has answered. */
export function giveCommand(
  resource: Resource,
  { command, ids, row }: Given,
  answers: Values,
  command_id: string,
): Promise<unknown> {
  const rows = row ? { id: row.id, version: row.version } : { ids }
  const announce = i18n.t(row ? 'resource.done.command' : 'resource.done.commandMany', {
    what: labelOf(resource.title),
    name: row ? titleOf(resource, row) : '',
    count: ids.length,
    command: labelOf(command.title),
  })
  return client.post(`${urlOf(resource)}/${command.name}`, { ...rows, command_id, ...answers }, { announce })
}
