/** The records of one artifact, or of several in sequence, streamed. */
import { startTransition, useEffect, useMemo, useState } from 'react'
import { errorText } from '../../../base/ui/error-text.ts'
import type { Parser } from './files/parse-body.ts'
import { type ReadOptions, streamRecords } from './files/stream-records.ts'

export interface Records<T> {
  /** Grows in place while `done` is false; every growth creates a new wrapper object. */
  items: readonly T[]
  done: boolean
  truncated: boolean
  error: string | null
}

/** Reads one file. */
export type RecordReader<T> = (options: ReadOptions<T>) => Promise<{ truncated: boolean }>

export const NONE: Records<never> = { items: [], done: false, truncated: false, error: null }
/** A batch triggers work on everything read so far, so updates are rare, and rarer as the data grows. */
const SHOW_EVERY_MS = 1500
const SHOW_GROWTH = 4

/**
 * @param url null reads nothing
 * @param makeParser stable across renders
 */
export function useRecords<T>(url: string | null, makeParser: () => Parser<T>, limit: number): Records<T> {
  const readers = useMemo(
    (): RecordReader<T>[] =>
      url === null ? [] : [(options) => streamRecords(url, { ...options, parser: makeParser() })],
    [url, makeParser],
  )
  return useRecordReaders(readers, limit)
}

/** @param readers stable across renders; together they return at most `limit` records */
export function useRecordReaders<T>(readers: readonly RecordReader<T>[], limit: number): Records<T> {
  const [records, setRecords] = useState<Records<T>>(NONE)
  useEffect(() => {
    setRecords(NONE)
    const aborter = new AbortController()
    const { signal } = aborter
    const items: T[] = []
    let shown = Number.NEGATIVE_INFINITY
    let shownCount = 0
    const onRecords = (batch: T[]) => {
      for (const record of batch) items.push(record)
      const now = performance.now()
      if (now - shown < SHOW_EVERY_MS || items.length < shownCount * SHOW_GROWTH) return
      const isFirst = shownCount === 0
      shown = now
      shownCount = items.length
      const show = () => setRecords({ items, done: false, truncated: false, error: null })
      if (isFirst) show()
      else startTransition(show)
    }
    const readAll = async () => {
      for (const read of readers) {
        const { truncated } = await read({ limit: limit - items.length, onRecords, signal })
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
  }, [readers, limit])
  return records
}
