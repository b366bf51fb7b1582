/** An upload lies on disk under a made-up name: what is said about it names the file as its owner does. */
import { quoted } from '../media/media-messages.ts'

/** Puts `name` in the place of the file name of `path`, in any sentence. */
export function inOwnName(path: string, name: string): (sentence: string) => string {
  const stored = quoted(path)
  return (sentence) => sentence.replaceAll(stored, () => `“${name}”`)
}
