/** Reads the labels of an archive in its format. */
import type { ImportFormat } from '../../../../shared/api/imports.ts'
import type { ReadLabels, ReadNotes, ReadOptions } from '../../../datasets/labels/neutral.ts'
import type { LabelFiles } from '../archive/label-files.ts'
import type { ArchiveImages } from './archive-images.ts'
import { readCoco } from './coco.ts'
import { readCvat } from './cvat.ts'
import type { DetectedFormats } from './detect-format.ts'
import { readLabelStudio } from './label-studio.ts'
import { readMot } from './mot.ts'
import { readVoc } from './voc.ts'
import { readYolo } from './yolo.ts'

export interface ReadSource {
  files: LabelFiles
  images: ArchiveImages
  documents: DetectedFormats['documents']
}

/** @throws SyntaxError, RangeError for a document that cannot be read at all; ApiError import_unreadable for the archive */
export function readLabels(
  format: ImportFormat,
  { files, images, documents }: ReadSource,
  notes: ReadNotes,
  options: ReadOptions,
): AsyncIterable<ReadLabels> {
  if (format === 'coco') return readCoco(files, documents.coco, images, notes)
  if (format === 'voc') return readVoc(files, documents.voc, images, notes)
  if (format === 'cvat') return readCvat(files, documents.cvat, images, notes)
  if (format === 'label_studio') return readLabelStudio(files, documents.label_studio, images, notes, options)
  return format === 'mot' ? readMot(files, images, notes) : readYolo(files, images, notes)
}
