/** A disk that fills up at a chosen moment, simulated where SQLite and the file system report it. */
import { WriteStream } from 'node:fs'
import { vi } from 'vitest'
import { type Request, SqliteThread } from '../../../src/platform/db/sqlite/sqlite-thread.ts'

const failure = (code: string, message: string) => Object.assign(new Error(message), { code })
const WRITES = /^\s*(insert|update|delete)/i

export interface FullDisk {
  /** From now on the disk accepts `room` more changes of the database, and no bytes of files when `files` is set. */
  fill(room: number, files?: boolean): void
  free(): void
  /** True when a change has found no room since it was filled. */
  readonly wasHit: boolean
  restore(): void
}

export function createFullDisk(): FullDisk {
  let room = Number.POSITIVE_INFINITY
  let noFiles = false
  let wasHit = false
  const { send } = SqliteThread.prototype
  const sent = vi.spyOn(SqliteThread.prototype, 'send').mockImplementation(function (this: SqliteThread, requests) {
    for (const request of requests) {
      if (!WRITES.test(request.statement.sql) || room-- > 0) {
        send.call(this, [request])
        continue
      }
      wasHit = true
      // Like SQLite: the transaction is rolled back and ended.
      const fail = () => request.reject(failure('SQLITE_FULL', 'database or disk is full'))
      const rollback: Request = {
        statement: { sql: 'rollback', parameters: [], isChained: false },
        resolve: fail,
        reject: fail,
      }
      send.call(this, [rollback])
    }
  })
  const { _write } = WriteStream.prototype
  const written = vi.spyOn(WriteStream.prototype, '_write').mockImplementation(function (
    this: WriteStream,
    chunk,
    encoding,
    done,
  ) {
    if (!noFiles) return _write.call(this, chunk, encoding, done)
    wasHit = true
    done(failure('ENOSPC', 'ENOSPC: no space left on device, write'))
  })
  return {
    fill(changes, files = false) {
      room = changes
      noFiles = files
      wasHit = false
    },
    free() {
      room = Number.POSITIVE_INFINITY
      noFiles = false
    },
    get wasHit() {
      return wasHit
    },
    restore() {
      sent.mockRestore()
      written.mockRestore()
    },
  }
}
