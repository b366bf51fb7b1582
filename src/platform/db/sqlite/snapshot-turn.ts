/** A thread of its own for the reads of one transaction: those of others continue on the other threads. */
import { SqliteThread } from './sqlite-thread.ts'
import type { WriterTurn } from './writer.ts'

export function snapshotTurn(path: string): WriterTurn {
  const thread = new SqliteThread({ path, isReader: true }, () => undefined)
  return {
    send: (request) => thread.send([request]),
    release: () => void thread.close(),
  }
}
