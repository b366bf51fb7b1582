export type GuessedEncoding = 'gb18030' | 'shift_jis' | 'windows-1252'
/** Guesses the encoding of bytes that are not UTF-8. */
export declare function guessEncoding(bytes: Uint8Array): GuessedEncoding
/** Bytes of the mark, or of a text in UTF-16 without one: every second byte of ASCII is 0. */
export declare function encodingOfStart(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null
/** The encoding that an XML document declares; null without one, and for one that is not known. */
export declare function declaredEncoding(bytes: Uint8Array): string | null
/** True for UTF-8 that may be cut within its last letter. */
export declare function isUtf8Start(bytes: Uint8Array): boolean
export type Decode = (bytes: Uint8Array, isEnd: boolean) => string
/** @throws RangeError for an unknown encoding */
export declare function decoderOf(encoding: string): Decode
