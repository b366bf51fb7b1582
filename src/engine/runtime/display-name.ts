/** An upload is stored under a generated name: messages use the owner's file name instead. */
import { quoted } from '../media/media-messages.ts'

/** Replaces the file name of `path` by `name` in any message. */
export function withDisplayName(path: string, name: string): (sentence: string) => string {
  const stored = quoted(path)
  return (sentence) => sentence.replaceAll(stored, () => `“${name}”`)
}
