/** Measured events as the tables and the chart use them, from either file format. */

import { csvParser } from '../files/csv.ts'
import { lineParser } from '../files/lines.ts'
import type { Parser } from '../files/stream-records.ts'

export interface EventRow {
  timeS: number
  /** Decoded frame at which it was committed; null in files that do not tell. */
  frameNumber: number | null
  type: string
  nodeId: string
  geometry: string
  direction: string
  className: string
  trackId: number | null
  /** Seconds inside, for zone events that carry it. */
  dwellS: number | null
}

const numberOr = (value: unknown): number | null => {
  if (value === null || value === undefined || value === '') return null
  const n = Number(value)
  return Number.isFinite(n) ? n : null
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Null for records of another kind: those without a type, a place and a time. */
export function toEventRow(get: (field: string) => unknown): EventRow | null {
  const timeS = numberOr(get('time_s'))
  const type = text(get('type'))
  const geometry = text(get('geometry'))
  if (timeS === null || type === '' || geometry === '') return null
  return {
    timeS,
    frameNumber: numberOr(get('frame_index')),
    type,
    geometry,
    nodeId: text(get('node_id')),
    direction: text(get('direction')),
    className: text(get('class_name')),
    trackId: numberOr(get('track_id')),
    dwellS: numberOr(get('dwell_s')),
  }
}

/** Events from a CSV with a header row; rows of other tables give nothing. */
export function csvEvents(): Parser<EventRow> {
  const csv = csvParser()
  let columns: Map<string, number> | null = null
  const convert = (rows: string[][]): EventRow[] => {
    const events: EventRow[] = []
    for (const row of rows) {
      if (!columns) {
        columns = new Map(row.map((name, i) => [name, i]))
        continue
      }
      const at = columns
      const event = toEventRow((field) => row[at.get(field) ?? -1])
      if (event) events.push(event)
    }
    return events
  }
  return { push: (chunk) => convert(csv.push(chunk)), finish: () => convert(csv.finish()) }
}

/** Events from JSON Lines; the header, frame records and broken lines give nothing. */
export function jsonEvents(): Parser<EventRow> {
  const lines = lineParser()
  const convert = (texts: string[]): EventRow[] =>
    texts.flatMap((line) => {
      const record = parseRecord(line)
      const event = record && toEventRow((field) => record[field])
      return event ? [event] : []
    })
  return { push: (chunk) => convert(lines.push(chunk)), finish: () => convert(lines.finish()) }
}

function parseRecord(line: string): Record<string, unknown> | null {
  // Most lines of a detections file are no events: do not parse them.
  if (!line.includes('"geometry"')) return null
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
