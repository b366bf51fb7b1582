/** Measures the nesting depth of JSON before any recursive code reads it. */

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const OPENING = [0x5b, 0x7b]
const CLOSING = [0x5d, 0x7d]

/** One pass over the text, which need not be valid. */
export function isDeeperThan(json: string, levels: number): boolean {
  let depth = 0
  let inText = false
  for (let i = 0; i < json.length; i++) {
    const c = json.charCodeAt(i)
    if (inText) {
      if (c === BACKSLASH) i++
      else if (c === QUOTE) inText = false
    } else if (c === QUOTE) inText = true
    else if (OPENING.includes(c)) {
      if (++depth > levels) return true
    } else if (CLOSING.includes(c)) depth--
  }
  return false
}
