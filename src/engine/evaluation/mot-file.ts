/** Reads MOTChallenge text files: one box a line, `frame, id, left, top, width, height, confidence, …`. */
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import type { Box } from '../../shared/domain/geometry.ts'

export interface MotRow {
  /** As the file counts, usually from 1. */
  frame: number
  /** -1 in files of detections. */
  id: number
  box: Box
  /** 1 where the file has no such column. */
  confidence: number
  /** What follows the confidence: class and visibility, or a place in the world, depending on the benchmark. */
  rest: number[]
  /** From 1. */
  line: number
}

/** A file that is not of this format; the message says which line and what to do. */
export class MotFileError extends Error {
  override readonly name = 'MotFileError'
}

const COLUMNS = ['frame', 'id', 'left', 'top', 'width', 'height', 'confidence']

/** Rows in the order of the file; empty lines are skipped. Raises `MotFileError`, and what the file system raises. */
export async function* readMotRows(path: string): AsyncGenerator<MotRow> {
  const input = createReadStream(path, 'utf8')
  let line = 0
  try {
    // Raised here rather than in the midst of reading lines, which would leave the error without a listener.
    await new Promise<void>((resolve, reject) => {
      input.once('open', () => resolve())
      input.once('error', reject)
    })
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      line += 1
      const trimmed = text.replace(/^\uFEFF/, '').trim()
      if (trimmed !== '') yield parseMotRow(trimmed, line, basename(path))
    }
  } finally {
    input.destroy()
  }
}

/** One line, its columns separated by commas or blanks. */
export function parseMotRow(text: string, line: number, name: string): MotRow {
  const fail = (why: string): never => {
    throw new MotFileError(`Line ${line} of “${name}” ${why}.`)
  }
  const cells = text.split(/\s*,\s*|\s+/)
  if (cells.length > 1 && cells.at(-1) === '') cells.pop()
  if (cells.length < 6) {
    fail(`has ${cells.length} of the six columns that it needs: frame, id, left, top, width, height`)
  }
  const values = cells.map((cell, i) => {
    const value = cell === '' ? Number.NaN : Number(cell)
    const column = COLUMNS[i] ?? `column ${i + 1}`
    return Number.isFinite(value) ? value : fail(`has “${cell.slice(0, 40)}” where a number is expected (${column})`)
  })
  const [frame, id, left, top, width, height, confidence = 1, ...rest] = values as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (!Number.isSafeInteger(frame) || frame < 0) fail(`has the frame ${frame}, which must be a whole number from 0 on`)
  if (!Number.isSafeInteger(id)) fail(`has the id ${id}, which must be a whole number`)
  return { frame, id, box: { x1: left, y1: top, x2: left + width, y2: top + height }, confidence, rest, line }
}
