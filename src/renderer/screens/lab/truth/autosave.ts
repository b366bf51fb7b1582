/** Saves marks to the host: soon after each change, one write at a time, the newest last. */
import { debounce } from 'es-toolkit/function'

export type SaveState = 'saved' | 'saving' | 'failed'

export interface Autosave<T> {
  changed(value: T): void
  /** Writes pending changes at once. */
  flush(): Promise<void>
}

const SOON_MS = 400

export function createAutosave<T>(
  save: (value: T) => Promise<unknown>,
  onState: (state: SaveState, error?: unknown) => void,
): Autosave<T> {
  let waiting: { value: T } | null = null
  let writing: Promise<void> | null = null

  async function write(): Promise<void> {
    flushSoon.cancel()
    while (waiting) {
      const { value } = waiting
      waiting = null
      try {
        await save(value)
        if (!waiting) onState('saved')
      } catch (error) {
        // Retried with the next change or flush.
        waiting ??= { value }
        onState('failed', error)
        return
      }
    }
  }
  const flush = (): Promise<void> => {
    writing ??= write().finally(() => {
      writing = null
    })
    return writing
  }
  const flushSoon = debounce(() => void flush(), SOON_MS)
  return {
    changed(value) {
      waiting = { value }
      onState('saving')
      flushSoon()
    },
    flush,
  }
}
