/** A store of blobs in a folder with its own database, whose uploads name them; its steps can be held up. */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { removeBlobs, SWEPT_AFTER_MS } from '../../../../src/platform/datasets/storage/blob-removal.ts'
import { createBlobSweep, QUARANTINED_FOR_MS } from '../../../../src/platform/datasets/storage/blob-sweep.ts'
import { type Database, newId } from '../../../../src/platform/db/database.ts'
import type { Tables } from '../../../../src/platform/db/tables.ts'
import { createBlobClaims } from '../../../../src/platform/files/blobs/blob-claims.ts'
import { type BlobPlace, type BlobStore, createBlobStore } from '../../../../src/platform/files/blobs/blob-store.ts'
import { blobPath, folderBlobs } from '../../../../src/platform/files/blobs/folder-blobs.ts'
import { nameBlobs } from '../../../../src/platform/files/blobs/name-blobs.ts'
import { folderQuarantine, type Quarantine } from '../../../../src/platform/files/blobs/quarantine.ts'
import { dropDatabase, onPostgres, openPlatformDatabase } from '../../support/databases.ts'

/** Replacements of steps, which may call the usual ones. */
export interface Steps {
  place?: (usual: BlobPlace) => Partial<BlobPlace>
  quarantine?: (usual: Quarantine) => Partial<Quarantine>
}

/** One of the processes that share the database and the store. */
export interface Process {
  db: Database
  /** Stores bytes, then the row of an upload that names them; `during` is called before the row is stored. */
  upload(content: string, during?: () => Promise<void>): Promise<void>
  /** Stores another row that names bytes of the store. */
  nameAgain(content: string): Promise<void>
  /** The same, as another database does that names the bytes. */
  nameWithoutLock(content: string): Promise<void>
  /** Deletes one of the uploads, then the bytes unless others name them; returns the number of removed blobs. */
  delete(content: string): Promise<number>
  sweep(): Promise<void>
}

export interface BlobDesk {
  /** Milliseconds; the clock of all processes. */
  time: number
  process(steps?: Steps): Promise<Process>
  /** Sweeps until whatever nothing names is gone. */
  sweepAll(process: Process): Promise<void>
  isStored(content: string): boolean
  pathOf(content: string): string
  /** The hashes of all files, of the quarantine too. */
  files(): string[]
  /** The contents of these that uploads name. */
  named(contents: readonly string[]): Promise<string[]>
  marks(): Promise<Record<string, string | null>>
  /** Closes the database of a process. */
  leave(db: Database): Promise<void>
  close(): Promise<void>
}

export const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex')

const ORGANIZATION = 'people'

export async function openBlobDesk(): Promise<BlobDesk> {
  const dir = mkdtempSync(join(tmpdir(), 'sightline-blobs-'))
  const [blobs, held] = [join(dir, 'blobs'), join(dir, 'quarantine')]
  const first = await openPlatformDatabase(dir)
  const opened = new Set([first])
  const organization = { id: ORGANIZATION, name: ORGANIZATION, slug: ORGANIZATION, created_at: '2026-01-01' }
  await first.insertInto('organizations').values(organization).execute()
  const now = () => new Date(desk.time)

  const uploadOf = (content: string) => ({
    id: newId(),
    organization_id: ORGANIZATION,
    filename: 'clip.mp4',
    content_type: 'video/mp4',
    size_bytes: content.length,
    created_at: now().toISOString(),
    completed_at: now().toISOString(),
    sha256: hashOf(content),
    imported: 0 as const,
    unused_since: null,
  })

  const desk: BlobDesk = {
    time: Date.now(),
    async process({ place, quarantine } = {}) {
      // SQLite is used by one process.
      const db = onPostgres ? await openPlatformDatabase(dir) : first
      opened.add(db)
      const [usualPlace, usualQuarantine] = [folderBlobs(blobs), folderQuarantine(blobs, held)]
      const store: BlobStore = createBlobStore({
        place: { ...usualPlace, ...place?.(usualPlace) },
        quarantine: { ...usualQuarantine, ...quarantine?.(usualQuarantine) },
        tmpDir: dir,
        claims: createBlobClaims(db, now),
      })
      const insert = (content: string, name: (tx: Transaction<Tables>) => Promise<void>) =>
        db.transaction().execute(async (tx) => {
          await name(tx)
          await tx.insertInto('uploads').values(uploadOf(content)).execute()
        })
      const removal = {
        db,
        blobs: store,
        clock: async () => now(),
        now,
        removeDerived: async () => undefined,
        log: () => undefined,
      }
      return {
        db,
        async upload(content, during = async () => undefined) {
          const sent = join(dir, randomUUID())
          writeFileSync(sent, content)
          try {
            await store.putFor(sent, async (blob) => {
              await during()
              await insert(content, blob.name)
            })
          } finally {
            rmSync(sent)
          }
        },
        nameAgain: (content) => insert(content, (tx) => nameBlobs(tx, [hashOf(content)])),
        nameWithoutLock: (content) => insert(content, async () => undefined),
        async delete(content) {
          const some = db.selectFrom('uploads').select('id').where('sha256', '=', hashOf(content)).limit(1)
          await db.deleteFrom('uploads').where('id', 'in', some).execute()
          return removeBlobs([hashOf(content)], removal)
        },
        sweep: () => createBlobSweep(removal).sweep(),
      }
    },
    async sweepAll({ sweep }) {
      // What a crash has left in the quarantine may be put there once more.
      for (const ms of [0, SWEPT_AFTER_MS, QUARANTINED_FOR_MS, SWEPT_AFTER_MS, QUARANTINED_FOR_MS]) {
        desk.time += ms
        await sweep()
      }
    },
    isStored: (content) => existsSync(desk.pathOf(content)),
    pathOf: (content) => blobPath(blobs, hashOf(content)),
    files: () =>
      [blobs, held]
        .flatMap((folder) => (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []))
        .map((name) => name.slice(3))
        .filter((name) => name !== ''),
    async named(contents) {
      const rows = await first.selectFrom('uploads').select('sha256').execute()
      return contents.filter((content) => rows.some(({ sha256 }) => sha256 === hashOf(content)))
    },
    async marks() {
      const rows = await first.selectFrom('blobs').selectAll().execute()
      return Object.fromEntries(rows.map(({ sha256, unreferenced_since }) => [sha256, unreferenced_since]))
    },
    async leave(db) {
      if (db !== first && opened.delete(db)) await db.destroy()
    },
    async close() {
      for (const db of opened) await db.destroy()
      await dropDatabase(dir)
      rmSync(dir, { recursive: true, force: true })
    },
  }
  return desk
}

/** A place where work stops. */
export interface Gate {
  /** Resolves once work has reached it. */
  reached: Promise<void>
  pass(): Promise<void>
  open(): void
}

export function createGate(): Gate {
  let [reach, open] = [() => {}, () => {}]
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    reached,
    async pass() {
      reach()
      await opened
    },
    open: () => open(),
  }
}
