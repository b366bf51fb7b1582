/**
 * A value of the host that several windows edit. Writes follow one another; a write that another window overtook is
 * merged with the value of that window and written again.
 */
import type { Revised } from '../../../shared/domain/revision.ts'
import { HostError } from '../host/host-context.ts'

export interface SharedValueOptions<T> {
  /** The value that was read when the edit began; null where none was kept. */
  initial: Revised<T> | null
  /** The value without any edit, as the base of the first one. */
  empty: T
  read(): Promise<Revised<T> | null>
  /**
   * Returns the new revision; null when an empty value is not kept. Rejects with `stale_revision` when the kept value
   * has a different revision.
   */
  write(value: T, revision: string | null): Promise<string | null>
  merge(base: T, mine: T, theirs: T): T
  /** Called with the result of merging `mine` with the value of another window; later saves are based on it. */
  onMerged(merged: T, mine: T, theirs: T): void
  /** Called when another window removed the value, which then stays removed; without it, edits recreate the value. */
  onRemoved?(): void
}

export interface SharedValue<T> {
  /**
   * Writes the value that is current once earlier calls have ended; null writes nothing. Resolves to the saved value,
   * merged with the changes of other windows, or to null when it was removed.
   */
  save(current: () => T | null): Promise<T | null>
  /** Merges the changes of other windows into the value that is current when they are read. */
  refresh(current: () => T): Promise<void>
}

/** Attempts at one write; each needs another window to have written since the one before. */
const MAX_ATTEMPTS = 20

export function createSharedValue<T>(options: SharedValueOptions<T>): SharedValue<T> {
  const { empty, read, write, merge, onMerged, onRemoved } = options
  let base: T = options.initial?.value ?? empty
  let revision: string | null = options.initial?.revision ?? null
  let removed = false

  /** Returns the merged value; null when the value was removed. */
  function mergeTheirs(mine: T, theirs: Revised<T> | null): T | null {
    if (theirs === null && revision !== null && onRemoved) {
      removed = true
      onRemoved()
      return null
    }
    const merged = merge(base, mine, theirs?.value ?? empty)
    base = theirs?.value ?? empty
    revision = theirs?.revision ?? null
    onMerged(merged, mine, base)
    return merged
  }

  async function save(current: () => T | null): Promise<T | null> {
    let value = removed ? null : current()
    for (let attempt = 1; value !== null; attempt++) {
      try {
        revision = await write(value, revision)
        base = value
        return value
      } catch (error) {
        if (!isStale(error) || attempt === MAX_ATTEMPTS) throw error
        value = mergeTheirs(value, await read())
      }
    }
    return null
  }

  async function refresh(current: () => T): Promise<void> {
    const theirs = removed ? null : await read()
    if (!removed && (theirs?.revision ?? null) !== revision) mergeTheirs(current(), theirs)
  }

  let last: Promise<unknown> = Promise.resolve()
  const serialized = <R>(work: () => Promise<R>): Promise<R> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
  return {
    save: (current) => serialized(() => save(current)),
    refresh: (current) => serialized(() => refresh(current)),
  }
}

export const isStale = (error: unknown): boolean => error instanceof HostError && error.code === 'stale_revision'
