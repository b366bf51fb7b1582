/**
 * Texts of files and of other people for terminals and logs (CWE-150): characters that a terminal obeys, or that reorder what
 * stands beside them, are shown as escapes of JSON, so that JSON stays JSON.
 */

/** Controls, line separators, marks of direction, and halves of characters. */
const OBEYED = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escaped = (character: string): string =>
  SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** For a name in a line: also new lines are escaped, since a line of its own could pass for another message. */
export const oneLine = (text: string): string => text.replace(OBEYED, escaped)

/** For a text of several lines whose parts are escaped. */
export const printable = (text: string): string =>
  text.replace(OBEYED, (character) => (character === '\n' ? character : escaped(character)))

/** All texts in plain data, each as one line. */
export function printableIn<T>(value: T): T {
  if (typeof value === 'string') return oneLine(value) as T
  if (Array.isArray(value)) return value.map(printableIn) as T
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [oneLine(name), printableIn(of)])) as T
}
