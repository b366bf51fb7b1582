/** The messages between an import and the process that reads its archive. */
import type { ImageSplit } from '../../../../shared/api/datasets.ts'
import type { ImportFormat, ImportFormatCandidate } from '../../../../shared/api/imports.ts'
import type { Said } from '../../../../shared/messages/message.ts'
import type { ReadLabels } from '../../../datasets/labels/neutral.ts'
import type { NotesSoFar } from './plan-notes.ts'

/** The only argument of the process, as JSON. */
export interface ReaderArchive {
  path: string
  /** Name of the upload. */
  name: string
  /** A larger file of the archive is left out. */
  mostBytesOfFile: number
}

export interface LabelsRequest {
  /** The format that the caller gives, instead of the detected one. */
  format: ImportFormat | null
  predictions: boolean
}

/** A file of the archive, and the path that it is written to. */
export interface ExtractedFile {
  name: string
  to: string
}

/** One request at a time; each is answered with one reply. */
export type ToReader =
  | ({ type: 'labels' } & LabelsRequest)
  /** The part after the last one, or `done`. */
  | { type: 'next' }
  /** Writes files of the archive to new files, in their order. Answered with `extracted`. */
  | { type: 'extract'; files: readonly ExtractedFile[] }

export interface ArchiveImage {
  name: string
  /** The split in which the archive has it; omitted where it does not say it. */
  split?: ImageSplit | undefined
}

/** What the labels of an archive are sent as, in this order. */
export type ReadPart =
  | { type: 'format'; format: ImportFormat; candidates: ImportFormatCandidate[] }
  | { type: 'labels'; labels: ReadLabels[] }
  /** The image files. */
  | { type: 'images'; images: ArchiveImage[] }

export type ReaderReply =
  | { type: 'part'; part: ReadPart; notes: NotesSoFar }
  | { type: 'done' }
  /** The first `count` of the files, as far as one request may take; the one behind them is tried first in the next request. */
  | { type: 'extracted'; count: number }
  /** The archive cannot be read. */
  | { type: 'unreadable'; said: Said }
  /** An error of the system, or a fault. */
  | { type: 'failed'; reason: string; code: string | null }

export type FromReader = ReaderReply | { type: 'alive'; bytes: number }
