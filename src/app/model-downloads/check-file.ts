/** Compares a received file with its published checksum, or with that of its first download. */
import type { CHECKSUM_RESULTS } from '../../shared/bridge/model-downloads.ts'
import { message } from '../../shared/messages/message.ts'
import { downloadFailure } from '../downloads/failures.ts'
import { type Checksums, sha256Of } from './checksums.ts'
import type { WantedFile } from './wanted-file.ts'

export interface CheckedFile {
  sha256: string
  checksum: (typeof CHECKSUM_RESULTS)[number]
}

/** Raises `wrong_checksum`. */
export async function checkFile(
  checksums: Checksums,
  wanted: WantedFile,
  path: string,
  signal: AbortSignal,
): Promise<CheckedFile> {
  const sha256 = await sha256Of(path, signal)
  return { sha256, checksum: await compare(checksums, wanted, sha256) }
}

/** A link may serve a new version of its file; a model of the catalogue may not. */
async function compare(checksums: Checksums, { file, url, sha256: expected, entry }: WantedFile, actual: string) {
  if (expected !== null) {
    if (expected === actual) return 'verified' as const
    throw downloadFailure('wrong_checksum', message('download.wrong_checksum', { file, actual, expected }))
  }
  const known = (await checksums.all())[url]
  if (known?.sha256 === actual) return 'recorded' as const
  if (known === undefined || entry === null) return 'first' as const
  const places = { file, date: known.recorded_at.slice(0, 10), actual, expected: known.sha256 }
  throw downloadFailure('wrong_checksum', message('model_get.changed_checksum', places))
}
