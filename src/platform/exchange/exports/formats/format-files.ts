/** The files of an archive in each format. */
import type { ExportFormat } from '../../../../shared/api/exports.ts'
import type { ArchiveFile } from './archive-file.ts'
import { cocoFiles } from './coco.ts'
import { cvatFiles } from './cvat.ts'
import type { FrozenExport } from './frozen-export.ts'
import { labelStudioFiles } from './label-studio.ts'
import type { Losses } from './losses.ts'
import { motFiles } from './mot.ts'
import { vocFiles } from './voc.ts'
import { yoloFiles } from './yolo.ts'

const FORMATS: Record<ExportFormat, (source: FrozenExport, losses: Losses) => AsyncIterable<ArchiveFile>> = {
  coco: cocoFiles,
  yolo: yoloFiles,
  yolo_pose: yoloFiles,
  voc: vocFiles,
  cvat: cvatFiles,
  label_studio: labelStudioFiles,
  mot: motFiles,
}

export const formatFiles = (source: FrozenExport, losses: Losses): AsyncIterable<ArchiveFile> =>
  FORMATS[source.format](source, losses)
