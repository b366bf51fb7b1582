/** Finds the formats that an archive can be of, by the evidence of its files. */
import type { ImportFormat } from '../../../../shared/api/imports.ts'
import type { LabelFiles } from '../archive/label-files.ts'
import { type ArchiveOutline, archiveOutline } from './archive-outline.ts'
import type { Evidence } from './format-reader.ts'
import { FORMAT_READERS } from './format-readers.ts'

export interface Candidate extends Evidence {
  format: ImportFormat
}

export interface DetectedFormats {
  outline: ArchiveOutline
  /** The likeliest first; empty when no format recognises the archive. */
  candidates: readonly Candidate[]
}

export async function detectFormats(files: LabelFiles): Promise<DetectedFormats> {
  const outline = await archiveOutline(files)
  const candidates = (Object.keys(FORMAT_READERS) as ImportFormat[]).flatMap((format): Candidate[] => {
    const evidence = FORMAT_READERS[format].recognise(outline)
    return evidence ? [{ format, ...evidence }] : []
  })
  return { outline, candidates }
}
