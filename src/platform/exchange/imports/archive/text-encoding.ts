/** The encoding of texts that do not say it: UTF-8 where that is possible, else a guess by the letters that a code page gives. */
import { isUtf8 } from 'node:buffer'
import { type TwoByteEncoding, usualShare } from './usual-letters.ts'

export type GuessedEncoding = TwoByteEncoding | 'windows-1252'

/** Two bytes of a letter by the ranges of the most usual letters of its code page. */
interface DoubleByte {
  encoding: TwoByteEncoding
  isLead(c: number): boolean
  isPair(lead: number, trail: number): boolean
}

const DOUBLE_BYTES: readonly DoubleByte[] = [
  {
    encoding: 'shift_jis',
    isLead: (c) => (c >= 0x81 && c <= 0x9f) || (c >= 0xe0 && c <= 0xfc),
    // Kana and the first level of JIS X 0208.
    isPair: (lead, trail) =>
      (lead === 0x82 && trail >= 0x9f && trail <= 0xf1) ||
      (lead === 0x83 && trail >= 0x40 && trail <= 0x96) ||
      (lead >= 0x88 && lead <= 0x97 && trail >= 0x40 && trail <= 0xfc),
  },
  {
    encoding: 'gb18030',
    isLead: (c) => c >= 0x81 && c <= 0xfe,
    // Both levels of GB 2312.
    isPair: (lead, trail) => lead >= 0xb0 && lead <= 0xf7 && trail >= 0xa1,
  },
  {
    encoding: 'euc-kr',
    isLead: (c) => c >= 0x81 && c <= 0xfe,
    // The syllables of KS X 1001.
    isPair: (lead, trail) => lead >= 0xb0 && lead <= 0xc8 && trail >= 0xa1,
  },
  {
    encoding: 'big5',
    isLead: (c) => c >= 0x81 && c <= 0xfe,
    // The first level.
    isPair: (lead, trail) => lead >= 0xa4 && lead <= 0xc6 && ((trail >= 0x40 && trail <= 0x7e) || trail >= 0xa1),
  },
]

/** Share of letters that have to be in the usual ranges, and of those that follow or precede another one. */
const [IN_RANGE, JOINED] = [0.7, 0.5]
/** Share of letters that have to be frequent ones in a text without two letters in a row: bytes of European ones can be pairs, too. */
const FREQUENT = 0.3

/** Guesses the encoding of bytes that are not UTF-8. */
export function guessEncoding(bytes: Uint8Array): GuessedEncoding {
  let [best, most]: [GuessedEncoding, number] = ['windows-1252', -1]
  for (const one of DOUBLE_BYTES) {
    const found = lettersIn(bytes, one)
    if (found === null) continue
    const share = usualShare(decoderOf(one.encoding)(bytes, true), one.encoding)
    if (share > most && (share >= FREQUENT || found.inRow > 0)) [best, most] = [one.encoding, share]
  }
  return best
}

/** `inRow`: the number of letters that follow another one. Null for a text that can't be in the encoding. */
function lettersIn(bytes: Uint8Array, { encoding, isLead, isPair }: DoubleByte): { inRow: number } | null {
  let [letters, usual, joined, inRow, last] = [0, 0, 0, 0, -1]
  for (let at = 0; at < bytes.length; at++) {
    const c = bytes[at] as number
    if (c < 0x80) continue
    letters++
    if (!isLead(c)) continue
    const trail = bytes[at + 1] ?? 0
    if (isPair(c, trail)) usual++
    // Letters of European languages stand alone between ASCII; both bytes of Chinese and Korean ones are above it.
    if (last === at) inRow++
    if (last === at || (encoding !== 'shift_jis' && trail >= 0xa1)) joined++
    last = at + 2
    at++
  }
  const isJoined = joined >= Math.min(1, letters - 1) && joined >= JOINED * (letters - 1)
  return letters > 0 && usual >= IN_RANGE * letters && isJoined ? { inRow } : null
}

/** Bytes of the mark, or of a text in UTF-16 without one: every second byte of ASCII is 0. */
export function encodingOfStart(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [a = 0, b = 0] = bytes
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (bytes.length < 2 || (a === 0) === (b === 0)) return null
  return a === 0 ? 'utf-16be' : 'utf-16le'
}

const DECLARATION = /^(?:\xef\xbb\xbf)?\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/

/** The encoding that an XML document declares; null without one, and for one that is not known. */
export function declaredEncoding(bytes: Uint8Array): string | null {
  const label = DECLARATION.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))?.[1]
  if (label === undefined) return null
  try {
    const { encoding } = new TextDecoder(label)
    // A document that declares UTF-16 in bytes of ASCII is not in it.
    return encoding.startsWith('utf-') ? null : encoding
  } catch {
    return null
  }
}

/** True for UTF-8 that may be cut within its last letter. */
export function isUtf8Start(bytes: Uint8Array): boolean {
  for (let cut = 0; cut < 4 && cut <= bytes.length; cut++) {
    if (isUtf8(bytes.subarray(0, bytes.length - cut))) return true
    if (((bytes[bytes.length - 1 - cut] ?? 0) & 0x80) === 0) return false
  }
  return false
}

export type Decode = (bytes: Uint8Array, isEnd: boolean) => string

/** The letters of Windows-1252 from 0x80 to 0x9f, which some versions of Node.js decode as control characters. */
const OF_WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** @throws RangeError for an unknown encoding */
export function decoderOf(encoding: string): Decode {
  const decoder = new TextDecoder(encoding)
  const decode: Decode = (bytes, isEnd) => decoder.decode(bytes, { stream: !isEnd })
  if (decoder.encoding !== 'windows-1252') return decode
  return (bytes, isEnd) =>
    decode(bytes, isEnd).replace(/[\x80-\x9f]/g, (c) => OF_WINDOWS[c.charCodeAt(0) - 0x80] as string)
}
