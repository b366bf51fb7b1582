/**
 * Run-length encoded masks of COCO: the lengths of runs of 0 and 1 in turn, 0 first, down the columns. The compressed form is
 * that of cocoapi's `rleToString`.
 */

import { isTooLarge } from '../../../shared/domain/pixel-limit.ts'

export interface Mask {
  width: number
  height: number
  /** Lengths of runs, 0 first, column by column. */
  runs: readonly number[]
}

/** More are rather noise, and would hold up the server. */
const MAX_RUNS = 200_000

/** @throws RangeError for runs that do not fill the mask */
export function maskOf(size: readonly [height: number, width: number], counts: string | readonly number[]): Mask {
  const [height, width] = size
  if (!isSide(height) || !isSide(width) || isTooLarge({ width, height })) throw new RangeError('The mask has no size.')
  const runs = typeof counts === 'string' ? decompressed(counts) : [...counts]
  if (runs.length > MAX_RUNS) throw new RangeError('The mask has too many runs.')
  let sum = 0
  for (const run of runs) {
    if (!Number.isInteger(run) || run < 0) throw new RangeError('A run has no length.')
    sum += run
  }
  if (sum !== height * width) throw new RangeError('The runs do not fill the mask.')
  return { width, height, runs }
}

const isSide = (value: number): boolean => Number.isInteger(value) && value > 0

/** Five bits a character and a bit that continues; from the third run on, differences to the run before the last. */
function decompressed(text: string): number[] {
  const runs: number[] = []
  for (let at = 0; at < text.length; ) {
    let [value, shift, more] = [0, 0, true]
    while (more) {
      const c = text.charCodeAt(at++) - 48
      if (!(c >= 0 && c < 64) || shift > 30) throw new RangeError('The mask is not a text of runs.')
      value |= (c & 0x1f) << shift
      more = (c & 0x20) !== 0
      shift += 5
      if (!more && (c & 0x10) !== 0 && shift < 32) value |= -1 << shift
    }
    runs.push(runs.length > 2 ? value + (runs[runs.length - 2] as number) : value)
    if (runs.length > MAX_RUNS) throw new RangeError('The mask has too many runs.')
  }
  return runs
}

export function compressed(runs: readonly number[]): string {
  const characters: string[] = []
  for (const [i, run] of runs.entries()) {
    let value = i > 2 ? run - (runs[i - 2] as number) : run
    for (let more = true; more; ) {
      let c = value & 0x1f
      value >>= 5
      more = (c & 0x10) !== 0 ? value !== -1 : value !== 0
      if (more) c |= 0x20
      characters.push(String.fromCharCode(c + 48))
    }
  }
  return characters.join('')
}
