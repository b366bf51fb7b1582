/** The records of an artifact, or of several one after another, as they stream in. */
import { useEffect, useMemo, useState } from 'react'
import { errorText } from '../../ui/error-text.ts'
import { type Parser, streamRecords } from './stream-records.ts'

export interface Records<T> {
  /** Grows in place while `done` is false; every growth comes with a new wrapper object. */
  items: readonly T[]
  done: boolean
  truncated: boolean
  error: string | null
}

/** One file to read, and how. */
export interface RecordFile<T> {
  url: string
  makeParser: () => Parser<T>
}

const NONE: Records<never> = { items: [], done: false, truncated: false, error: null }
/** Showing a batch costs work on everything read so far, so it grows rarer as the file grows longer. */
const SHOW_EVERY_MS = 120
const OFTEN_BELOW = 20_000
const SHOW_GROWTH = 3

/**
 * @param url null reads nothing
 * @param makeParser stable across renders
 */
export function useRecords<T>(url: string | null, makeParser: () => Parser<T>, limit: number): Records<T> {
  const files = useMemo(() => (url === null ? [] : [{ url, makeParser }]), [url, makeParser])
  return useRecordFiles(files, limit)
}

/** @param files stable across renders; all of them together give at most `limit` records */
export function useRecordFiles<T>(files: readonly RecordFile<T>[], limit: number): Records<T> {
  const [records, setRecords] = useState<Records<T>>(NONE)
  useEffect(() => {
    setRecords(NONE)
    const aborter = new AbortController()
    const { signal } = aborter
    const items: T[] = []
    let shown = 0
    let shownCount = 0
    const onRecords = (batch: T[]) => {
      for (const record of batch) items.push(record)
      const now = performance.now()
      if (now - shown < SHOW_EVERY_MS) return
      if (items.length > OFTEN_BELOW && items.length < shownCount * SHOW_GROWTH) return
      shown = now
      shownCount = items.length
      setRecords({ items, done: false, truncated: false, error: null })
    }
    const readAll = async () => {
      for (const { url, makeParser } of files) {
        const room = limit - items.length
        const { truncated } = await streamRecords(url, { parser: makeParser(), limit: room, onRecords, signal })
        if (truncated) return true
      }
      return false
    }
    readAll().then(
      (truncated) => signal.aborted || setRecords({ items, done: true, truncated, error: null }),
      (error: unknown) =>
        signal.aborted || setRecords({ items, done: true, truncated: false, error: errorText(error) }),
    )
    return () => aborter.abort()
  }, [files, limit])
  return records
}
