import { Button } from '@arco-design/web-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useProblem } from '@/shared/hooks/useProblem'
import { randomId } from '@/shared/randomId'
import { takesCommand, type Command, type Resource, type ResourceRow } from '../schema/types'
import { useLabel } from '../schema/useLabel'
import type { RowAction } from '../types'

const CommandDialog = lazy(() => import('./CommandDialog'))

interface Given {
  command: Command
  ids: readonly number[]
  row: ResourceRow | null
}

interface Options {
  resource: Resource
  /** Whether the row may be changed, and its warehouse allows the command. */
  changeable: (row: ResourceRow, command: string) => boolean
  /** After a command. */
  done: () => void
}

/** The declared commands of a list: as actions of a row, as buttons for chosen rows, and the dialog that is open. */
export function useCommands({ resource, changeable, done }: Options): {
  actions: RowAction<ResourceRow>[]
  /** For those of the chosen rows that the list shows; `known` are these rows. */
  buttons: (chosen: readonly number[], known: readonly ResourceRow[]) => ReactNode
  many: boolean
  dialog: ReactNode
} {
  const labelOf = useLabel()
  const { show } = useProblem()
  const [open, setOpen] = useState<Given | null>(null)
  const commands = resource.commands ?? []
  const begin = (given: Given): void => {
    if (given.command.fields.length > 0 || given.command.question) return setOpen(given)
    void import('./give').then(({ giveCommand }) =>
      giveCommand(resource, given, {}, randomId()).then(done, (error: unknown) => show(error)),
    )
  }
  const takes = (command: Command, row: ResourceRow): boolean =>
    takesCommand(command, row) && changeable(row, command.name)
  const many = commands.filter((command) => command.many)
  return {
    actions: commands.map((command) => ({
      key: `command ${command.name}`,
      label: labelOf(command.title),
      danger: command.danger,
      when: (row) => takes(command, row),
      run: (row) => begin({ command, ids: [row.id], row }),
    })),
    buttons: (chosen, known) =>
      many.map((command) => {
        const shown = known.filter((row) => chosen.includes(row.id))
        return (
          <Button
            key={command.name}
            size="small"
            status={command.danger ? 'danger' : undefined}
            disabled={shown.some((row) => !takes(command, row))}
            onClick={() => begin({ command, ids: chosen, row: null })}
          >
            {labelOf(command.title)}
          </Button>
        )
      }),
    many: many.length > 0,
    dialog: open && (
      <Suspense>
        <CommandDialog resource={resource} given={open} close={() => setOpen(null)} done={done} />
      </Suspense>
    ),
  }
}

export type { Given }
