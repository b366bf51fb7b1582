/** The characters of JSON that separate values. */

export const QUOTE = 0x22
export const COMMA = 0x2c
export const COLON = 0x3a
export const BACKSLASH = 0x5c
export const LIST = 0x5b

export const isOpening = (c: number): boolean => c === 0x5b || c === 0x7b
export const isClosing = (c: number): boolean => c === 0x5d || c === 0x7d

/** Index of the quote that ends the text whose first quote is at `start`; the length of `json` when there is none. */
export function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let slashes = 0
    while (json.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return end
  }
  return json.length
}
