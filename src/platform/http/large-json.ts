/** Parses large JSON piece by piece, so that other requests are answered meanwhile. */

import { COLON, COMMA, endOfText, isClosing, isOpening, QUOTE } from '../../shared/domain/json-scan.ts'
import { pausing } from '../machine/pauses.ts'

/** Parses a piece; throws for one that is invalid. */
export type ParsePiece = (json: string) => unknown

/** A shorter text is parsed at once, in about a millisecond. */
const PIECE = 128 * 1024
/** Values inside of as many others are parsed at once: each level reads the text another time. */
const MAX_LEVEL = 6
/** Characters that are searched for the end of a value at once. */
const SEARCHED = 1024 * 1024

/** @throws the error of `parse` for the whole text */
export async function parseLargeJson(json: string, parse: ParsePiece): Promise<unknown> {
  if (json.length <= PIECE) return parse(json)
  try {
    return await parsePieces(json.trim(), parse, MAX_LEVEL)
  } catch {
    return parse(json)
  }
}

async function parsePieces(json: string, parse: ParsePiece, levels: number): Promise<unknown> {
  const isArray = json.startsWith('[')
  if (json.length <= PIECE || levels === 0 || (!isArray && !json.startsWith('{'))) return parse(json)
  const pause = pausing()
  const list: unknown[] = []
  const record: Record<string, unknown> = {}
  for (const piece of pieces(json, isArray)) {
    if (pause.isDue) await pause.take()
    if (piece === null) continue
    const { start, end, isOne, colon } = piece
    const text = json.slice(start, end)
    // Between two commas there is always a value, and alone in its brackets a lack of one is no error.
    if (text.trim() === '') throw new SyntaxError('A value is missing.')
    const isLarge = isOne && text.length > PIECE
    if (isArray && isLarge) list.push(await parsePieces(text.trim(), parse, levels - 1))
    else if (isArray) for (const value of parse(`[${text}]`) as unknown[]) list.push(value)
    else if (isLarge && colon !== null) {
      const [key] = Object.keys(parse(`{${json.slice(start, colon)}:null}`) as object)
      if (key === undefined || key === 'constructor') return parse(json)
      record[key] = await parsePieces(json.slice(colon + 1, end).trim(), parse, levels - 1)
    } else Object.assign(record, parse(`{${text}}`))
  }
  return isArray ? list : record
}

/** Members of a list or a record: a large one by itself, with the place of its colon, or several small ones. */
interface Piece {
  start: number
  end: number
  isOne: boolean
  colon: number | null
}

/** Null where the search has taken long. */
function* pieces(json: string, isArray: boolean): Generator<Piece | null> {
  const last = json.length - 1
  let [start, first, depth] = [1, 1, 0]
  let colon: number | null = null
  function* upTo(end: number): Generator<Piece> {
    const isLarge = end - first > PIECE
    if (isLarge && first > start) {
      yield { start, end: first - 1, isOne: false, colon: null }
      start = first
    }
    if (end - start <= PIECE && end < last) return
    yield { start, end, isOne: start === first, colon }
    start = end + 1
  }
  let searched = 0
  for (let i = 1; i < last; i++) {
    if (i - searched >= SEARCHED) {
      searched = i
      yield null
    }
    const c = json.charCodeAt(i)
    if (c === QUOTE) i = endOfText(json, i)
    else if (isOpening(c)) depth++
    else if (isClosing(c)) {
      if (--depth < 0) throw new SyntaxError('More brackets are closed than opened.')
    } else if (depth === 0 && c === COLON) colon ??= i
    else if (depth === 0 && c === COMMA) {
      yield* upTo(i)
      first = i + 1
      colon = null
    }
  }
  if (depth !== 0 || json.charCodeAt(last) !== (isArray ? 0x5d : 0x7d)) throw new SyntaxError('The end is missing.')
  yield* upTo(last)
}
