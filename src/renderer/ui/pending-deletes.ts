/** What the user has deleted and may still take back: hidden everywhere, gone only when the time is over. */
import { create } from 'zustand'
import { toastError, toastUndo } from './toast.tsx'

export const usePendingDeletes = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }))

const change = (id: string, hidden: boolean) =>
  usePendingDeletes.setState(({ ids }) => {
    const next = new Set(ids)
    if (hidden) next.add(id)
    else next.delete(id)
    return { ids: next }
  })

/** Hides `id` at once and calls `remove` unless the user presses Undo; shows it again when `remove` fails. */
export function deleteWithUndo(id: string, what: string, remove: () => Promise<unknown>): void {
  change(id, true)
  toastUndo(`${what} deleted.`, {
    undo: () => change(id, false),
    commit: () => {
      remove().catch((error: unknown) => {
        change(id, false)
        toastError(`${what} could not be deleted`, error)
      })
    },
  })
}
