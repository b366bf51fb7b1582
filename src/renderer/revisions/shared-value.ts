/**
 * A value of the host that several windows edit. Writes follow one another; a write that another window overtook is
 * merged with the value of that window and written again.
 */
import type { Revised } from '../../shared/bridge/revision.ts'
import { HostError } from '../shell/host.ts'

export interface SharedValueOptions<T> {
  /** As it was read when the edit began; null where none was kept. */
  initial: Revised<T> | null
  /** The value without any edit, as the base of the first one. */
  empty: T
  read(): Promise<Revised<T> | null>
  /** Returns the new revision; null where an empty value is not kept. Rejects with `stale_revision` where the kept value has another revision. */
  write(value: T, revision: string | null): Promise<string | null>
  merge(base: T, mine: T, theirs: T): T
  /** Shows a value that was merged with the one of another window, while `shown` was the value here. */
  onMerged(merged: T, theirs: T): void
}

export interface SharedValue<T> {
  /** Writes a value. Resolves to the value as it is kept, with the changes of other windows. */
  save(value: T): Promise<T>
}

/** Attempts at one write; each needs another window to have written since the one before. */
const MAX_ATTEMPTS = 20

export function createSharedValue<T>(options: SharedValueOptions<T>): SharedValue<T> {
  const { empty, read, write, merge, onMerged } = options
  let base: T = options.initial?.value ?? empty
  let revision: string | null = options.initial?.revision ?? null

  async function save(wanted: T): Promise<T> {
    let value = wanted
    for (let attempt = 1; ; attempt++) {
      try {
        revision = await write(value, revision)
        base = value
        return value
      } catch (error) {
        if (!isStale(error) || attempt === MAX_ATTEMPTS) throw error
        const theirs = await read()
        value = merge(base, value, theirs?.value ?? empty)
        base = theirs?.value ?? empty
        revision = theirs?.revision ?? null
        onMerged(value, base)
      }
    }
  }

  let last: Promise<unknown> = Promise.resolve()
  return {
    save(value) {
      const mine = last.then(() => save(value))
      last = mine.catch(() => {})
      return mine
    },
  }
}

export const isStale = (error: unknown): boolean => error instanceof HostError && error.code === 'stale_revision'
