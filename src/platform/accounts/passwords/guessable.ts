/** Passwords that are guessed within few attempts: common ones, repetitions, sequences, and those made from the person's name. */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Longest password that is estimated as a whole: the estimate takes longer than in proportion to its length. */
const ESTIMATED = 32
/** Score of zxcvbn for at least a million guesses: an account allows ten in a quarter of an hour. */
const LEAST_SCORE = 2

let made: Promise<ZxcvbnFactory> | undefined

/** The lists take some megabytes of memory, and are loaded by the first new password. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs })
}

/** `known`: what others know of the person, such as the name. */
export async function isGuessable(password: string, known: readonly string[]): Promise<boolean> {
  made ??= load()
  const zxcvbn = await made
  // Spaces of any kind and number are as good as one.
  const letters = [...password.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()]
  // A part that is hard to guess makes the whole hard to guess.
  const parts = letters.length > ESTIMATED ? [letters.slice(0, ESTIMATED), letters.slice(-ESTIMATED)] : [letters]
  const words = known.flatMap((text) => [text, ...text.split(/[\s@.]+/)]).filter((word) => word !== '')
  return parts.every((part) => zxcvbn.check(part.join(''), words).score < LEAST_SCORE)
}
