/** The records of an artifact as they stream in. */
import { useEffect, useState } from 'react'
import { errorText } from '../../ui/error-text.ts'
import { type Parser, streamRecords } from './stream-records.ts'

export interface Records<T> {
  /** Grows in place while `done` is false; every growth comes with a new wrapper object. */
  items: readonly T[]
  done: boolean
  truncated: boolean
  error: string | null
}

const NONE: Records<never> = { items: [], done: false, truncated: false, error: null }
/** Showing a batch costs work on everything read so far, so it grows rarer as the file grows longer. */
const showEveryMs = (count: number) => (count < 20_000 ? 120 : 500)

/**
 * @param url null reads nothing
 * @param makeParser stable across renders
 */
export function useRecords<T>(url: string | null, makeParser: () => Parser<T>, limit: number): Records<T> {
  const [records, setRecords] = useState<Records<T>>(NONE)
  useEffect(() => {
    setRecords(url ? NONE : { ...NONE, done: true })
    if (!url) return
    const aborter = new AbortController()
    const { signal } = aborter
    const items: T[] = []
    let shown = 0
    const onRecords = (batch: T[]) => {
      for (const record of batch) items.push(record)
      const now = performance.now()
      if (now - shown < showEveryMs(items.length)) return
      shown = now
      setRecords({ items, done: false, truncated: false, error: null })
    }
    streamRecords(url, { parser: makeParser(), limit, onRecords, signal }).then(
      ({ truncated }) => signal.aborted || setRecords({ items, done: true, truncated, error: null }),
      (error: unknown) =>
        signal.aborted || setRecords({ items, done: true, truncated: false, error: errorText(error) }),
    )
    return () => aborter.abort()
  }, [url, makeParser, limit])
  return records
}
