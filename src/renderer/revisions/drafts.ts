/**
 * Unsaved work, kept in the page's own storage until the host has it: a reload or a crash loses nothing. Each window
 * writes and removes its own; the drafts of windows that are not open any more are handed to the next one that asks.
 */
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { OpenWindows } from '../shell/open-windows.ts'

/** The part of `localStorage` that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export interface Drafts<T> {
  /** Keeps a value in place of the one before. */
  write(value: T): void
  clear(): void
  /** Drafts that this window or closed ones left, newest first. */
  left(): Promise<LeftDraft<T>[]>
}

export interface LeftDraft<T> {
  value: T
  /** Call it when the value is kept elsewhere, or is of no use. */
  remove(): void
}

const PREFIX = 'sightline.draft.'
const Stored = Type.Object({ at: Type.Number(), value: Type.Unknown() })

/** Drafts of one thing. Storage that is full or switched off is not an error: saving goes on without a net. */
export function createDrafts<S extends TSchema>(
  name: string,
  schema: S,
  storage: DraftStorage,
  windows: OpenWindows,
): Drafts<Static<S>> {
  /** Before drafts belonged to windows there was one for each thing, without a time. */
  const shared = `${PREFIX}${name}`
  const ofWindow = `${shared}@`
  const own = `${ofWindow}${windows.id}`

  function read(key: string): { at: number; value: Static<S> } | null {
    const json: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    if (Value.Check(Stored, json) && Value.Check(schema, json.value)) return { at: json.at, value: json.value }
    return Value.Check(schema, json) ? { at: 0, value: json } : null
  }

  async function isLeft(key: string): Promise<boolean> {
    if (key === shared || key === own) return true
    return key.startsWith(ofWindow) && !(await windows.isOpen(key.slice(ofWindow.length)))
  }

  return {
    write: (value) => {
      attempt(() => storage.setItem(own, JSON.stringify({ at: Date.now(), value })))
    },
    clear: () => {
      attempt(() => storage.removeItem(own))
    },
    async left() {
      const keys = (attempt(() => keysOf(storage)) ?? []).filter((key) => key === shared || key.startsWith(ofWindow))
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
