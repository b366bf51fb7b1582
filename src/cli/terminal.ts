/**
 * The output conventions of commands: results on stdout, everything else on stderr, failures as sentences with an exit
 * code.
 */

import { oneLine, printable } from '../shared/domain/printable.ts'

export const EXIT = { ok: 0, failed: 1, unreadable: 2, occupied: 2, interrupted: 130 } as const

/** A failure that ends the command; the message is a sentence for the user. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly exitCode: number
  /** Lines below the message. */
  readonly list: readonly string[]
  constructor(message: string, exitCode: number = EXIT.failed, list: readonly string[] = []) {
    super(message)
    this.exitCode = exitCode
    this.list = list
  }
}

/** Prints lines; a text from a file is made one line with `oneLine` or `printableIn` before. */
export const print = (text: string): void => void process.stdout.write(`${printable(text)}\n`)
export const say = (text: string): void => void process.stderr.write(`${printable(text)}\n`)

/** Runs a command and sets the exit code; reports any failure in one sentence. */
export async function guarded(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work()
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    const list = error instanceof CommandFailure ? error.list : []
    say([`sightline: ${sentence}`, ...list].map(oneLine).join('\n'))
    process.exitCode = error instanceof CommandFailure ? error.exitCode : EXIT.failed
  }
}

/** Calls `listener` with the number of termination signals received so far; returns a disposer. */
export function onSignals(listener: (count: number) => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  let count = 0
  const heard = () => listener(++count)
  for (const signal of signals) process.on(signal, heard)
  return () => {
    for (const signal of signals) process.off(signal, heard)
  }
}
