/** Deletions that the user can still undo: hidden everywhere at once, executed when the time is over. */
import { create } from 'zustand'
import { texts } from '../../texts/texts.ts'
import { toastError, toastUndo } from './toast.tsx'

export const usePendingDeletes = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }))

const change = (changed: readonly string[], hidden: boolean) =>
  usePendingDeletes.setState(({ ids }) => {
    const next = new Set(ids)
    for (const id of changed) {
      if (hidden) next.add(id)
      else next.delete(id)
    }
    return { ids: next }
  })

/**
 * Hides `id` at once and calls `remove` unless the user presses Undo; shows it again when `remove` fails, or when it
 * resolves to false because the user must confirm once more.
 */
export const deleteWithUndo = (id: string, what: string, remove: () => Promise<unknown>): void =>
  deleteAllWithUndo([id], what, remove)

/** Deletes several items with one Undo; `remove` is called for each, and those that fail reappear. */
export function deleteAllWithUndo(
  ids: readonly string[],
  what: string,
  remove: (id: string) => Promise<unknown>,
): void {
  change(ids, true)
  toastUndo(texts.ui.pendingDeletes.deleted(what), {
    undo: () => change(ids, false),
    commit: () => {
      void Promise.allSettled(ids.map((id) => remove(id))).then((ends) => {
        const failed = ids.filter((_, i) => ends[i]?.status === 'rejected')
        const there = ends.map((end) => end.status === 'rejected' || end.value === false)
        change(
          ids.filter((_, i) => there[i]),
          false,
        )
        if (failed.length === 0) return
        const first = ends.find((end) => end.status === 'rejected')
        const share = ids.length > 1 ? texts.ui.pendingDeletes.share(failed.length, what) : what
        toastError(texts.ui.pendingDeletes.failed(share), first?.reason)
      })
    },
  })
}
