/**
 * The output conventions of commands: results on stdout, everything else on stderr, failures as sentences with an exit
 * code.
 */

export const EXIT = { ok: 0, failed: 1, unreadable: 2, occupied: 2, interrupted: 130 } as const

/** A failure that ends the command; the message is a sentence for the user. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly exitCode: number
  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message)
    this.exitCode = exitCode
  }
}

export const print = (text: string): void => void process.stdout.write(`${text}\n`)
export const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** Runs a command and sets the exit code; reports any failure in one sentence. */
export async function guarded(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work()
  } catch (error) {
    say(`sightline: ${error instanceof Error ? error.message : String(error)}`)
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
