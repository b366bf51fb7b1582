/**
 * Unsaved work, kept in the page's storage until the host has saved it, so that a reload or a crash loses nothing. Each
 * window writes and removes its own draft; drafts of closed windows are returned to the next window that reads them.
 */
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { OpenWindows } from '../navigation/open-windows.ts'

/** The part of `localStorage` that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export interface Drafts<T> {
  /** Replaces the draft of this window. */
  write(value: T): void
  clear(): void
  /** Returns the drafts of this window and of closed ones, newest first. */
  left(): Promise<LeftDraft<T>[]>
}

export interface LeftDraft<T> {
  value: T
  /** Call it once the value is saved elsewhere or discarded. */
  remove(): void
}

const PREFIX = 'sightline.draft.'
const Stored = Type.Object({ at: Type.Number(), value: Type.Unknown() })

/**
 * Creates the drafts of one document. Full or disabled storage is not an error: saves then have no draft.
 * @param current brings a value in an earlier format of its document to the current one
 */
export function createDrafts<S extends TSchema>(
  name: string,
  schema: S,
  storage: DraftStorage,
  windows: OpenWindows,
  current: (json: unknown) => unknown = (json) => json,
): Drafts<Static<S>> {
  const ofWindow = `${PREFIX}${name}@`
  const own = `${ofWindow}${windows.id}`

  function read(key: string): { at: number; value: Static<S> } | null {
    const json: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    if (!Value.Check(Stored, json)) return null
    const value = current(json.value)
    return Value.Check(schema, value) ? { at: json.at, value } : null
  }

  const isLeft = async (key: string): Promise<boolean> =>
    key === own || !(await windows.isOpen(key.slice(ofWindow.length)))

  return {
    write: (value) => {
      attempt(() => storage.setItem(own, JSON.stringify({ at: Date.now(), value })))
    },
    clear: () => {
      attempt(() => storage.removeItem(own))
    },
    async left() {
      const keys = (attempt(() => keysOf(storage)) ?? []).filter((key) => key.startsWith(ofWindow))
      const areLeft = await Promise.all(keys.map(isLeft))
      return keys
        .filter((_, i) => areLeft[i])
        .flatMap((key) => {
          const draft = attempt(() => read(key))
          return draft ? { ...draft, remove: () => void attempt(() => storage.removeItem(key)) } : []
        })
        .sort((a, b) => b.at - a.at)
    },
  }
}

const keysOf = (storage: DraftStorage): string[] =>
  Array.from({ length: storage.length }, (_, i) => storage.key(i)).filter((key) => key !== null)

function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
