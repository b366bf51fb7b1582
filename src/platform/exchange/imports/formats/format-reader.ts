/** What a format of labels offers to an import: how an archive shows that it is of the format, and how its labels are read. */
import type { Message } from '../../../../shared/messages/message.ts'
import type { ReadLabels, ReadNotes, ReadOptions } from '../../../datasets/labels/neutral.ts'
import type { LabelFiles } from '../archive/label-files.ts'
import type { ArchiveImages } from './archive-images.ts'
import type { ArchiveOutline } from './archive-outline.ts'
import type { ArchiveSplits } from './archive-splits.ts'

export interface Evidence {
  /** The files of labels, in the order of the archive. */
  documents: readonly string[]
  /** Why the archive is taken to be of the format. */
  reason: Message
}

export interface ReadSource {
  files: LabelFiles
  images: ArchiveImages
  splits: ArchiveSplits
  /** The documents of the evidence. */
  documents: readonly string[]
}

export interface FormatReader {
  /** Returns null for an archive that is not of the format. */
  recognise(outline: ArchiveOutline): Evidence | null
  /**
   * True when documents are read in parts, so that a fault shows behind labels that were returned: documents that have one are to
   * be left out before.
   */
  isInParts?: true
  /** Documents that can't be read are noted. @throws ApiError import_unreadable for the archive */
  read(source: ReadSource, notes: ReadNotes, options: ReadOptions): AsyncIterable<ReadLabels>
}
