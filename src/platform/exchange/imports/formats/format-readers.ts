/** All formats that imports read. */
import type { ImportFormat } from '../../../../shared/api/imports.ts'
import { cityscapesReader } from './cityscapes.ts'
import { cocoReader } from './coco.ts'
import { csvReader } from './csv.ts'
import { cvatReader } from './cvat.ts'
import { datumaroReader } from './datumaro.ts'
import type { FormatReader } from './format-reader.ts'
import { imageFolderReader } from './image-folder.ts'
import { imagesReader } from './images.ts'
import { kittiReader } from './kitti.ts'
import { labelStudioReader } from './label-studio.ts'
import { labelmeReader } from './labelme.ts'
import { motReader } from './mot.ts'
import { openImagesReader } from './open-images.ts'
import { vocReader } from './voc.ts'
import { vocMasksReader } from './voc-masks.ts'
import { yoloReader } from './yolo.ts'

/** Among formats that find as many annotations the first is suggested: those with the surest signs come first. */
export const FORMAT_READERS: Readonly<Record<ImportFormat, FormatReader>> = {
  mot: motReader,
  cvat: cvatReader,
  datumaro: datumaroReader,
  coco: cocoReader,
  label_studio: labelStudioReader,
  voc: vocReader,
  voc_masks: vocMasksReader,
  cityscapes: cityscapesReader,
  labelme: labelmeReader,
  open_images: openImagesReader,
  csv: csvReader,
  kitti: kittiReader,
  yolo: yoloReader,
  image_folder: imageFolderReader,
  images: imagesReader,
}
