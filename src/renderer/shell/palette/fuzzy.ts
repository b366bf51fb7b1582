/** Fuzzy matching for searchable lists. */

const WORD_START = /[\s\-_/.“(]/

/**
 * Scores how well a text matches a query; null when a letter is missing. Each word of the query must be found in
 * order. The start of a word scores highest, consecutive letters above scattered ones, short texts above long.
 */
export function score(query: string, text: string): number | null {
  const hay = text.toLowerCase()
  let total = 0
  for (const word of query.toLowerCase().split(/\s+/)) {
    if (word === '') continue
    const one = scoreWord(word, hay)
    if (one === null) return null
    total += one
  }
  return total - text.length / 200
}

function scoreWord(word: string, hay: string): number | null {
  for (let at = hay.indexOf(word); at >= 0; at = hay.indexOf(word, at + 1)) {
    if (at === 0) return 12 + word.length
    if (WORD_START.test(hay[at - 1] as string)) return 9 + word.length
  }
  if (hay.includes(word)) return 5 + word.length
  let points = 0
  let from = 0
  for (const letter of word) {
    const at = hay.indexOf(letter, from)
    if (at < 0) return null
    if (at === 0 || WORD_START.test(hay[at - 1] as string)) points += 1
    else if (at === from) points += 0.6
    else points -= Math.min(1, (at - from) / 8)
    from = at + 1
  }
  // Scattered letters match almost any long text by chance.
  return points > 0 ? points : null
}
