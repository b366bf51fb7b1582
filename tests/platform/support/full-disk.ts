/** A disk that fills up at a chosen moment, simulated where SQLite and the file system report it. */
import { WriteStream } from 'node:fs'
import Libsql from 'libsql'
import { vi } from 'vitest'

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
  const { prepare } = Libsql.prototype
  const prepared = vi.spyOn(Libsql.prototype, 'prepare').mockImplementation(function (this: Libsql.Database, sql) {
    const statement = prepare.call(this, sql)
    if (!WRITES.test(sql)) return statement
    const takeRoom = () => {
      if (room-- > 0) return
      wasHit = true
      // Like SQLite: the transaction is rolled back and ended.
      if (this.inTransaction) this.exec('ROLLBACK')
      throw failure('SQLITE_FULL', 'database or disk is full')
    }
    const { run, all } = statement as Libsql.Statement<unknown[]>
    statement.run = (...given: unknown[]) => {
      takeRoom()
      return run.apply(statement as Libsql.Statement<unknown[]>, given)
    }
    statement.all = (...given: unknown[]) => {
      takeRoom()
      return all.apply(statement as Libsql.Statement<unknown[]>, given)
    }
    return statement
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
      prepared.mockRestore()
      written.mockRestore()
    },
  }
}
