import { formatCount, plural } from '../../plural.ts'

export const create = {
  title: 'New evaluation',
  model: 'Model',
  modelHint: 'Detection and instance segmentation models that are ready.',
  noModels: 'There is no detection or instance segmentation model that is ready. Get or import one first.',
  toModels: 'Go to models',
  dataset: 'Data set',
  datasetFacts: (name: string, images: number) => `${name} (${plural(images, 'image')})`,
  noDatasets:
    'There is no data set yet. Create one in a Source block, add images, and annotate them; annotations of a run can be saved into it.',
  exports: 'Export',
  exportsHint: 'An export is a frozen copy, so that results stay comparable while annotations change.',
  noExports: 'This data set has no export yet.',
  exportFacts: (images: number, annotations: number, when: string) =>
    `${plural(images, 'image')}, ${plural(annotations, 'annotation')}, ${when}`,
  classes: (n: number, names: string) => `${plural(n, 'class', 'classes')}: ${names}`,
  moreClasses: (n: number) => `and ${formatCount(n)} more`,
  make: 'Make an export now',
  making: (name: string) => `Exporting “${name}”`,
  waiting: 'The export waits for its turn',
  cancelExport: 'Cancel the export',
  exportFailed: (reason: string) => `The export failed: ${reason}`,
  exportCancelled: 'The export was cancelled.',
  made: (name: string) => `“${name}” is ready and selected.`,
  iou: 'IoU threshold',
  iouHint:
    'A detection is right when it overlaps an object of its class at least this much: 0.5 is the usual value, 0.75 is strict about the position.',
  confidence: 'Confidence threshold',
  confidenceHint:
    'Detections below it do not count at all. Use the value of your workflow, or 0.001 for an mAP like published ones.',
  noCommonClass:
    'The model knows none of the classes of this export, so it can’t be evaluated. Choose another model, or rename the classes of the data set and export it again.',
  missingClasses: (names: string) =>
    `The model does not know these classes of the export: ${names}. Their objects count as missed.`,
  price: (price: string, each: string) => `It will cost ${price} of your credits: ${each} for each image.`,
  start: 'Start',
  chooseModel: 'Choose a model.',
  chooseDataset: 'Choose a data set.',
  chooseExport: 'Choose an export.',
  badThreshold: 'Enter a number from 0 to 1.',
  badIou: 'Enter a number above 0, at most 1.',
}
