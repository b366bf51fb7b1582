/** Shortens texts that people see. */

let graphemes: Intl.Segmenter | undefined

/** The text, or as much of its beginning as has at most `most` UTF-16 units. A character that people see as one is never cut. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  // The text may be long: what is far behind the cut changes nothing.
  const end = graphemes.segment(text.slice(0, most + LONGEST)).containing(most)?.index ?? 0
  return text.slice(0, end > 0 ? end : wholeUnits(text, most))
}

/** The text with an ending that is always whole, together at most `most` UTF-16 units long. */
export const cutBefore = (text: string, ending: string, most: number): string =>
  cutText(text, Math.max(0, most - ending.length)) + ending

/** Longer graphemes are cut: a letter can have any number of accents. */
const LONGEST = 64

/** One less than `most` where a pair of surrogates would be cut. */
const wholeUnits = (text: string, most: number): number =>
  most > 0 && (text.codePointAt(most - 1) ?? 0) > 0xffff ? most - 1 : most
