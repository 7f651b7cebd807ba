import { useState, type DragEvent, type HTMLAttributes, type KeyboardEvent } from 'react'
import type { DragSort, Row } from '../types'

interface Placed {
  id: number
  parent: number
}

/** Rows that are put elsewhere by a handle: with the mouse, or with Alt and an arrow key. */
export function useDragSort<T extends Row>(sort: DragSort | undefined, shown: readonly T[]) {
  const [moved, setMoved] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const places: Placed[] = shown.map((row) => ({
    id: row.id,
    parent: Number((row as { pid?: unknown }).pid ?? 0),
  }))
  const at = (id: number): number => places.findIndex((place) => place.id === id)
  /** Rows change places with those beside them in the tree only. */
  const beside = (a: number, b: number): boolean => places[at(a)]?.parent === places[at(b)]?.parent

  const drop = (target: number): void => {
    if (moved !== null && moved !== target && beside(moved, target))
      sort?.move(moved, target, at(target) < at(moved) ? 'up' : 'down')
    setMoved(null)
    setOver(null)
  }

  const step = (id: number, by: -1 | 1): void => {
    for (let index = at(id) + by; index >= 0 && index < places.length; index += by) {
      const place = places[index]
      if (place && beside(id, place.id)) return sort?.move(id, place.id, by < 0 ? 'up' : 'down')
    }
  }

  return {
    over,
    moved,
    handle: (id: number): HTMLAttributes<HTMLElement> => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', String(id))
        const row = (event.currentTarget as HTMLElement).closest('tr')
        if (row) event.dataTransfer.setDragImage(row, 16, 16)
        setMoved(id)
      },
      onDragEnd: () => {
        setMoved(null)
        setOver(null)
      },
      onClick: (event) => event.stopPropagation(),
      onKeyDown: (event: KeyboardEvent) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        event.stopPropagation()
        step(id, event.key === 'ArrowUp' ? -1 : 1)
      },
    }),
    target: (id: number): HTMLAttributes<HTMLElement> =>
      moved === null
        ? {}
        : {
            onDragOver: (event: DragEvent) => {
              if (!beside(moved, id)) return
              event.preventDefault()
              if (over !== id) setOver(id)
            },
            onDrop: (event: DragEvent) => {
              event.preventDefault()
              drop(id)
            },
          },
  }
}
