/** Writes a reply with a long list as JSON piece by piece, so that other requests are answered meanwhile. */
import { batchesOf } from '../../shared/domain/batches.ts'
import { pausing } from '../machine/pauses.ts'
import type { Reduce } from './declared-fields.ts'

/** Members that are written at once, in about a millisecond. */
const PIECE = 500

type Fields = Readonly<Record<string, unknown>>

/** True for a long list, and for a record that has one. */
export const isLargeReply = (answer: unknown): boolean => isLong(answer) || longListOf(answer) !== null

/** JSON of the reduced answer: of its longest list in pieces, of all else at once. */
export async function writeLargeReply(answer: unknown, reduce: Reduce): Promise<string> {
  const name = longListOf(answer)
  if (name === null) return written(answer as unknown[], (piece) => reduce(piece) as unknown[])
  const record = answer as Fields
  const around = (piece: unknown): Fields => reduce({ ...record, [name]: piece }) as Fields
  const parts: string[] = []
  for (const [field, value] of Object.entries(around([]))) {
    const json =
      field === name
        ? await written(record[name] as unknown[], (piece) => around(piece)[name] as unknown[])
        : JSON.stringify(value)
    if (json !== undefined) parts.push(`${JSON.stringify(field)}:${json}`)
  }
  return `{${parts.join(',')}}`
}

async function written(list: readonly unknown[], reduce: (piece: unknown[]) => unknown[]): Promise<string> {
  const pause = pausing()
  const parts: string[] = []
  for (const some of batchesOf(list, PIECE)) {
    if (pause.isDue) await pause.take()
    parts.push(JSON.stringify(reduce(some)).slice(1, -1))
  }
  return `[${parts.join(',')}]`
}

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > PIECE

/** Name of the longest list of a record; null when none is long. */
function longListOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return null
  let [longest, length]: [string | null, number] = [null, 0]
  for (const [name, value] of Object.entries(answer)) {
    if (isLong(value) && value.length > length) [longest, length] = [name, value.length]
  }
  return longest
}
