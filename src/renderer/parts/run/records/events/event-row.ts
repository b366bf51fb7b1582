/** Parses measured events from either file format into the rows that tables and charts use. */

import { csvParser } from '../files/csv.ts'
import { lineParser } from '../files/lines.ts'
import type { Grammar } from '../files/parse-body.ts'
import { type EventFields, parseEventLine } from './event-line.ts'

export interface EventRow {
  timeS: number
  /** Decoded frame in which the event was committed; null in files without frame numbers. */
  frameNumber: number | null
  type: string
  nodeId: string
  geometry: string
  direction: string
  className: string
  trackId: number | null
  /** Seconds inside the zone, for zone events that carry them. */
  dwellS: number | null
  /** The largest number inside at once during the interval, for occupancy readings. */
  occupancy: number | null
}

const numberOr = (value: unknown): number | null => {
  if (typeof value === 'number') return value
  if (value === null || value === undefined || value === '') return null
  const n = Number(value)
  return Number.isFinite(n) ? n : null
}

/** Interns strings: few distinct words repeat in all events, and shared strings use less memory and compare faster. */
function createWords(): (value: unknown) => string {
  const words = new Map<unknown, string>()
  return (value) => {
    if (value === null || value === undefined) return ''
    const known = words.get(value)
    if (known !== undefined) return known
    words.set(value, String(value))
    return String(value)
  }
}

/** Returns null for other records: those without a type, a place and a time. */
function toEventRow(record: EventFields, text: (value: unknown) => string): EventRow | null {
  const timeS = numberOr(record.time_s)
  const type = text(record.type)
  const geometry = text(record.geometry)
  if (timeS === null || type === '' || geometry === '') return null
  return {
    timeS,
    frameNumber: numberOr(record.frame_index),
    type,
    geometry,
    nodeId: text(record.node_id),
    direction: text(record.direction),
    className: text(record.class_name),
    trackId: numberOr(record.track_id),
    dwellS: numberOr(record.dwell_s),
    occupancy: numberOr(record.occupancy_max ?? record.occupancy?.max),
  }
}

/** Parses events from a CSV with a header row; rows of other tables are skipped. */
export const csvEvents: Grammar<string[], EventRow> = { split: csvParser, makeConverter: eventsOfRows }

function eventsOfRows(): (rows: string[][]) => EventRow[] {
  const text = createWords()
  let columns: readonly string[] | null = null
  return (rows) => {
    const events: EventRow[] = []
    for (const row of rows) {
      if (!columns) {
        columns = row
        continue
      }
      const event = toEventRow(Object.fromEntries(columns.map((name, i) => [name, row[i]])), text)
      if (event) events.push(event)
    }
    return events
  }
}

/** Parses events from JSON Lines; the header, frame records and broken lines are skipped. */
export const jsonEvents: Grammar<string, EventRow> = { split: lineParser, makeConverter: eventsOfLines }

function eventsOfLines(): (lines: string[]) => EventRow[] {
  const text = createWords()
  return (lines) => {
    const events: EventRow[] = []
    for (const line of lines) {
      if (line.startsWith('{"record":"frame"')) continue
      const record = parseEventLine(line)
      const event = record && toEventRow(record, text)
      if (event) events.push(event)
    }
    return events
  }
}
