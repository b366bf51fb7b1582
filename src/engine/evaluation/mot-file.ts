/** Parses MOTChallenge text files: one box per line, `frame, id, left, top, width, height, confidence, …`. */

import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { cutText } from '../../shared/domain/cut-text.ts'
import type { Box } from '../../shared/domain/geometry.ts'

export interface MotRow {
  /** The frame's number in the file, usually from 1. */
  frame: number
  /** -1 in files of detections. */
  id: number
  box: Box
  /** 1 when the file has no such column. */
  confidence: number
  /** Columns after the confidence: class and visibility, or a 3D position, depending on the benchmark. */
  rest: number[]
  /** Counted from 1. */
  line: number
}

/** Raised for a file that is not in this format; the message names the line and the remedy. */
export class MotFileError extends Error {
  override readonly name = 'MotFileError'
}

const COLUMNS = ['frame', 'id', 'left', 'top', 'width', 'height', 'confidence']

/** Yields rows in file order; empty lines are skipped. Raises `MotFileError` and errors of the file system. */
export async function* readMotRows(path: string): AsyncGenerator<MotRow> {
  const input = createReadStream(path, 'utf8')
  let line = 0
  try {
    // Raised here rather than while lines are read, where the error would have no listener.
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

/** Parses one line, its columns separated by commas or blanks. */
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
    return Number.isFinite(value) ? value : fail(`has “${cutText(cell, 40)}” where a number is expected (${column})`)
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
