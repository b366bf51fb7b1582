/** What the platform's thread and the thread that keeps its leases share. */
import type { Claim } from './job.ts'

export interface KeeperSettings {
  /** Address of the PostgreSQL database. */
  url: string
  /** Claims of the jobs that run when the thread starts. */
  claims: readonly Claim[]
  /** Times that the platform's thread notes, in milliseconds by `monotonicMs`: one for each `Note`. */
  notes: BigInt64Array<SharedArrayBuffer>
}

/** The claims of the jobs that run now. Null closes the connection and ends the thread. */
export type ToKeeper = readonly Claim[] | null

/** Places of the notes: its event loop was alive; its own renewal has been stored. */
export const Note = { alive: 0, renewed: 1 } as const
export type Note = (typeof Note)[keyof typeof Note]

export const newNotes = (): KeeperSettings['notes'] =>
  new BigInt64Array(new SharedArrayBuffer(Object.keys(Note).length * BigInt64Array.BYTES_PER_ELEMENT))

/** A clock that all threads of the process share, and that nobody sets. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000_000n)

export function note(notes: KeeperSettings['notes'], place: Note): void {
  Atomics.store(notes, place, BigInt(monotonicMs()))
}

export const noted = (notes: KeeperSettings['notes'], place: Note): number => Number(Atomics.load(notes, place))
