/**
 * Shortens answers for agents, whose context is small: at most 25 rows of a list, and 8 kB of JSON. Each place that was
 * shortened is named with the number of entries left out, so that an agent asks for the rest.
 */
import { cutText } from '../../../shared/domain/cut-text.ts'

export const MAX_ROWS = 25
export const MAX_BYTES = 8 * 1024
/** Room for the list of shortened places. */
const MAX_VALUE_BYTES = MAX_BYTES - 1024
const MAX_TEXT = 500
const MAX_PLACES = 10
const MAX_PLACE = 60

type Json = null | boolean | number | string | Json[] | JsonRecord
interface JsonRecord {
  [name: string]: Json
}

const isList = (value: unknown): value is Json[] => Array.isArray(value)
const isRecord = (value: unknown): value is JsonRecord => typeof value === 'object' && value !== null && !isList(value)
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

/** JSON of the value, which is not changed. A list is answered as `items`. */
export function boundedAnswer(value: unknown): string {
  const copy = JSON.parse(JSON.stringify(value ?? null)) as Json
  const answer: JsonRecord = isRecord(copy) ? copy : isList(copy) ? { items: copy } : { value: copy }
  const leftOut = new Map<string, number>()
  for (const [name, rows] of Object.entries(answer)) if (isList(rows)) cut(rows, MAX_ROWS, name, leftOut)
  if (bytesOf(answer) > MAX_VALUE_BYTES) shortenTexts(answer, leftOut)
  while (bytesOf(answer) > MAX_VALUE_BYTES) halveLargest(answer, leftOut)
  return JSON.stringify(leftOut.size === 0 ? answer : { ...answer, left_out: notes(leftOut) })
}

function cut(held: Json[] | JsonRecord, length: number, place: string, leftOut: Map<string, number>): void {
  const names = Object.keys(held)
  if (names.length <= length) return
  leftOut.set(place, (leftOut.get(place) ?? 0) + names.length - length)
  if (isList(held)) held.length = length
  else for (const name of names.slice(length)) delete held[name]
}

/** Entries and characters left out, by place. */
function notes(leftOut: ReadonlyMap<string, number>): JsonRecord {
  const places = [...leftOut].slice(0, MAX_PLACES).map(([place, count]) => [cutText(place, MAX_PLACE), count])
  const more = leftOut.size - places.length
  return { ...Object.fromEntries(places), ...(more > 0 && { 'more places': more }) }
}

function shortenTexts(held: Json[] | JsonRecord, leftOut: Map<string, number>, place = ''): void {
  const inside = held as JsonRecord
  for (const name of Object.keys(inside)) {
    const one = inside[name] as Json
    const at = below(place, name)
    if (typeof one === 'object' && one !== null) shortenTexts(one, leftOut, at)
    else if (typeof one === 'string' && one.length > MAX_TEXT) {
      const shown = cutText(one, MAX_TEXT)
      inside[name] = `${shown}…`
      leftOut.set(at, one.length - shown.length)
    }
  }
}

const below = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`)

/** Halves the deepest list or object that holds most of the answer: rows inside go before the list that has them. */
function halveLargest(answer: JsonRecord, leftOut: Map<string, number>): void {
  let [held, place]: [Json[] | JsonRecord, string] = [answer, '']
  for (;;) {
    const entries: { name: string; inner: Json; size: number }[] = Object.entries(held).map(([name, inner]) => ({
      name,
      inner,
      size: bytesOf(inner),
    }))
    const largest = entries.reduce((a, b) => (b.size > a.size ? b : a))
    const { inner } = largest
    const holdsMost = largest.size > bytesOf(held) / 2 && typeof inner === 'object' && inner !== null
    if (!holdsMost || Object.keys(inner).length === 0) break
    held = inner
    place = below(place, largest.name)
  }
  cut(held, Math.floor(Object.keys(held).length / 2), place, leftOut)
}
