/**
 * Makes JSON of the texts that tools write as JSON: NaN and Infinity, as Python writes them, become null, and integers that a
 * number does not hold become texts, so that two ids never become one.
 */
import { endOfText } from '../../../../shared/domain/json-scan.ts'

/** Longer numbers are none. */
const FOREIGN = /(?<![\d.eE+-])-?(?:NaN|Infinity|\d{16,1000}(?:\.0{1,20})?(?![\d.eE]))/g

/** `onNotFinite` is called for each NaN and Infinity. */
export function asJson(text: string, onNotFinite: () => void): string {
  function written(found: string): string {
    if (/[NI]/.test(found)) {
      onNotFinite()
      return 'null'
    }
    return Number.isSafeInteger(Number(found)) ? found : `"${found}"`
  }
  let json = ''
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at)
    const start = quote === -1 ? text.length : quote
    const end = quote === -1 ? start : endOfText(text, start) + 1
    json += text.slice(at, start).replace(FOREIGN, written) + text.slice(start, end)
    at = end
  }
  return json
}
