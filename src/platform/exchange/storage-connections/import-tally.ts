/** The counts of an import while it runs: images that arrived, objects that were skipped, and those that failed. */
import { type Message, message, paramOf, type Said, saidOf } from '../../../shared/messages/message.ts'
import { toJson, toJsonOrNull } from '../../db/database.ts'
import type { Counts } from './import-repository.ts'

export interface ObjectFailure {
  key: string
  reason: Said
}

const KEPT_FAILURES = 20

export interface ImportTally {
  /** Objects to import, with those that are skipped; null until the bucket is listed. */
  total: number | null
  imported: number
  skipped: number
  failed: number
  /** Objects that changed in the bucket since they were imported. */
  changed: number
  /** Reasons for which the list of objects is not complete. */
  readonly limits: Message[]
  readonly failures: ObjectFailure[]
  fail(key: string, reason: Said): void
  readonly processed: number
  counts(): Counts
}

export function createTally(): ImportTally {
  const tally: ImportTally = {
    total: null,
    imported: 0,
    skipped: 0,
    failed: 0,
    changed: 0,
    limits: [],
    failures: [],
    fail(key, reason) {
      tally.failed++
      if (tally.failures.length < KEPT_FAILURES) tally.failures.push({ key, reason })
    },
    get processed() {
      return tally.imported + tally.skipped + tally.failed
    },
    counts: () => ({
      total: tally.total ?? 0,
      imported: tally.imported,
      skipped: tally.skipped,
      failed: tally.failed,
      failures: toJson(tally.failures),
      warning: toJsonOrNull(warningOf(tally)),
    }),
  }
  return tally
}

function warningOf({ limits, changed, failed, failures }: ImportTally): Said | null {
  const sentences = [...limits]
  if (changed > 0) sentences.push(message('storage_import.changed', { objects: changed }))
  const [first] = failures
  if (first) {
    const { key, reason } = first
    sentences.push(message('storage_import.some_failed', { failed, key, reason: paramOf(reason) }))
  }
  if (sentences.length === 0) return null
  return saidOf(sentences.reduce((first, second) => message('storage_import.and', { first, second })))
}
