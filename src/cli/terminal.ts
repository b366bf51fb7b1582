/**
 * The output conventions of commands: results on stdout, everything else on stderr, failures as sentences with an exit
 * code.
 */

import { oneLine, printable, printableIn } from '../shared/domain/printable.ts'
import type { Issue } from '../shared/graph/issue.ts'

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

/** Rows as lines with aligned columns; the last column is not padded. */
export function tableOf(given: readonly (readonly string[])[]): string {
  const rows = printableIn(given)
  const columns = Math.max(0, ...rows.map((row) => row.length)) - 1
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** One line for each issue: severity, position, remedy, code. */
export function issueLine(issue: Issue): string {
  const where = [
    issue.node_id === undefined ? null : `block ${issue.node_id}`,
    issue.edge_index === undefined ? null : `wire ${issue.edge_index + 1}`,
    issue.field ? issue.field : null,
  ].filter((part) => part !== null)
  return oneLine(
    `${issue.severity}: ${where.length > 0 ? `${where.join(', ')}: ` : ''}${issue.message} (${issue.code})`,
  )
}

/** Ends a server or a worker: SIGTERM after its running jobs, SIGINT and a second signal at once. */
interface Stoppable {
  drain(ms: number): Promise<void>
  close(): Promise<void>
}

export function stopOnSignals(
  { drain, close }: Stoppable,
  drainSeconds: number,
  tracing: Pick<Stoppable, 'close'> | null,
): void {
  const closeAll = () => close().finally(() => tracing?.close().catch(() => undefined))
  const stop = () => {
    closeAll().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  const drainAndStop = () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    drain(drainSeconds * 1000).finally(stop)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', drainAndStop)
}
