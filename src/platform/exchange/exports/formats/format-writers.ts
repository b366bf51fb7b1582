/** All formats that exports write. */
import type { ExportFormat } from '../../../../shared/api/exports.ts'
import { cityscapesWriter } from './cityscapes.ts'
import { cocoWriter } from './coco.ts'
import { cvatWriter } from './cvat.ts'
import { cvatVideoWriter } from './cvat-video.ts'
import { datumaroWriter } from './datumaro.ts'
import type { FormatWriter } from './format-writer.ts'
import { imageFolderWriter } from './image-folder.ts'
import { kittiWriter } from './kitti.ts'
import { labelStudioWriter } from './label-studio.ts'
import { labelmeWriter } from './labelme.ts'
import { motWriter } from './mot.ts'
import { openImagesWriter } from './open-images.ts'
import { vocWriter } from './voc.ts'
import { vocMasksWriter } from './voc-masks.ts'
import { yoloPoseWriter, yoloWriter } from './yolo.ts'

export const FORMAT_WRITERS: Readonly<Record<ExportFormat, FormatWriter>> = {
  coco: cocoWriter,
  yolo: yoloWriter,
  yolo_pose: yoloPoseWriter,
  voc: vocWriter,
  cvat: cvatWriter,
  cvat_video: cvatVideoWriter,
  datumaro: datumaroWriter,
  label_studio: labelStudioWriter,
  mot: motWriter,
  labelme: labelmeWriter,
  kitti: kittiWriter,
  open_images: openImagesWriter,
  image_folder: imageFolderWriter,
  voc_masks: vocMasksWriter,
  cityscapes: cityscapesWriter,
}
