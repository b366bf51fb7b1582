/** Lists of class names as text: one per line, or a JSON list as exporters write it. */

/** Blank lines are no names. */
export const namesIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Names of a file: `["cat", "dog"]`, `{"0": "cat", "1": "dog"}`, or one per line. */
export function namesOfFile(text: string): string[] {
  const values = jsonValues(text.trim())
  if (!values) return namesIn(text)
  return values.every((value) => typeof value === 'string') ? namesIn(values.join('\n')) : []
}

/** In the order of their keys: those of an object are numbers, which JavaScript orders. Null for text that is no JSON. */
function jsonValues(text: string): unknown[] | null {
  if (!/^[[{]/.test(text)) return null
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? Object.values(read) : null
  } catch {
    return null
  }
}
