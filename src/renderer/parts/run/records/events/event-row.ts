/** Parses measured events from either file format into the rows that tables and charts use. */

import { csvParser } from '../files/csv.ts'
import { type Grammar, lineParser } from '../files/parse-body.ts'

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

/** Event types of one moment; occupancy and totals are written at intervals or at the end. */
export const MOMENTS: ReadonlySet<string> = new Set(['line_crossing', 'zone_entry', 'zone_exit'])

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

/** Parses a line of JSON into the fields of an event. */

type EventFields = Partial<
  Record<
    'time_s' | 'frame_index' | 'type' | 'geometry' | 'node_id' | 'direction' | 'class_name' | 'track_id' | 'dwell_s',
    unknown
  >
> & { occupancy_max?: unknown; occupancy?: { max?: unknown } | null }

const NUMBER = '(-?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?)'
const WORD = '"([^"\\\\]*)"'
const orNull = (value: string) => `(?:null|${value})`

/** Crossings and visits as the engine writes them, without escapes: matching costs a third of parsing the record. */
const USUAL = new RegExp(
  [
    `^\\{"record":"event","id":"[^"\\\\]*","type":${WORD},"node_id":${WORD},"geometry":${WORD}`,
    `,"time_s":${NUMBER},"frame_index":${NUMBER},"track_id":${orNull(NUMBER)},"class_name":${orNull(WORD)}`,
    `(?:,"direction":${WORD})?,"box":${orNull('\\[[-+.,\\deE]*\\]')}(?:,"dwell_s":${NUMBER})?\\}$`,
  ].join(''),
)

/** Returns null for a line that is not a JSON object with a place. */
function parseEventLine(line: string): EventFields | null {
  const usual = USUAL.exec(line)
  if (usual) {
    const [, type, node_id, geometry, time_s, frame_index, track_id, class_name, direction, dwell_s] = usual
    return { type, node_id, geometry, time_s, frame_index, track_id, class_name, direction, dwell_s }
  }
  // Most lines of a detections file are not events and need no parsing.
  if (!line.includes('"geometry"')) return null
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as EventFields) : null
  } catch {
    return null
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

/** A map keyed by block, line or zone, and event; looks values up without building a key for each event. */
export class PlaceMap<T> {
  private readonly byNode = new Map<string, Map<string, Map<string, T>>>()
  /** In order of insertion. */
  readonly all: T[] = []

  get = (nodeId: string, geometry: string, what: string): T | undefined =>
    this.byNode.get(nodeId)?.get(geometry)?.get(what)

  getOrMake(nodeId: string, geometry: string, what: string, make: () => T): T {
    const known = this.get(nodeId, geometry, what)
    if (known !== undefined) return known
    const made = make()
    const byGeometry = this.byNode.get(nodeId) ?? new Map<string, Map<string, T>>()
    const byWhat = byGeometry.get(geometry) ?? new Map<string, T>()
    this.byNode.set(nodeId, byGeometry.set(geometry, byWhat.set(what, made)))
    this.all.push(made)
    return made
  }
}
