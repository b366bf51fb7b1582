import { formatCount, plural } from '../../plural.ts'

export const bring = {
  title: (name: string) => `Add images to “${name}”`,
  open: 'Add images',
  sources: {
    label: 'Source',
    images: 'Files',
    video: 'Video',
    archive: 'Archive with labels',
    bucket: 'Bucket',
    run: 'Run',
  },
  dropHere: 'Drop images or folders to add them',
  notRead: 'The dropped files could not be read',
  images: {
    hint: 'JPEG, PNG, WebP, BMP, TIFF, AVIF or GIF. Folders become directories of the data set. Files can also be dropped on the grid.',
    files: 'Choose files',
    folder: 'Choose folder',
    noImages: 'There are no images among these files.',
    chosen: (n: number, size: string) => `${plural(n, 'image')}, ${size}.`,
    directories: (n: number) => `They keep ${plural(n, 'directory', 'directories')}.`,
    leftOut: (n: number) =>
      `${plural(n, 'file is', 'files are')} left out, since ${n === 1 ? 'it is' : 'they are'} not an image of these types.`,
    add: (n: number) => `Add ${plural(n, 'image')}`,
    adding: (done: number, total: number) => `${formatCount(done)} of ${plural(total, 'image')} added`,
    progress: 'Progress of the images',
    added: (n: number) => `${plural(n, 'image')} added.`,
    stopped: (n: number) => `Cancelled: ${plural(n, 'image was', 'images were')} not added.`,
    addLeft: (n: number) => `Add the other ${formatCount(n)}`,
    failed: (n: number) => `${plural(n, 'image was', 'images were')} not added:`,
    tryAgain: (n: number) => `Try ${plural(n, 'image')} again`,
    more: (n: number) => `and ${formatCount(n)} more`,
  },
  video: {
    hint: 'Upload a video, then choose which of its frames become images.',
    choose: 'Choose video',
    sending: (name: string, sent: string, all: string) => `${name}: ${sent} of ${all} uploaded`,
    reading: 'Reading the video…',
    progress: 'Progress of the upload',
    noVideo: (name: string) => `“${name}” is not a video.`,
  },
  bucket: {
    directoryHint: 'In the data set; the folders of the bucket lie below it.',
    none: 'No bucket is connected. Connect one in the settings, then choose its images here.',
    connect: 'Connect a bucket',
    failed: 'The connected buckets could not be loaded',
    connection: 'Bucket',
    option: (name: string, bucket: string) => `${name} (${bucket})`,
    path: 'Path in the bucket',
    top: 'Top',
    folders: 'Folders',
    folderFailed: 'The folder could not be listed',
    facts: (images: number, others: number, hasMore: boolean) =>
      [
        `${plural(images, 'image')} in this folder${hasMore ? ', and more' : ''}.`,
        others > 0 ? `${plural(others, 'other file is', 'other files are')} left out.` : '',
      ]
        .filter((part) => part !== '')
        .join(' '),
    start: 'Import this folder with all below it',
    importing: (done: number, total: number) =>
      total === 0 ? 'Listing the bucket…' : `${formatCount(done)} of ${plural(total, 'image')} imported`,
    progress: 'Progress of the import',
    notCancelled: 'The import could not be cancelled',
    cancelled: 'The import is cancelled.',
    jobFailed: 'The images could not be imported.',
    imported: (n: number, skipped: number) =>
      `${plural(n, 'image')} imported.${skipped > 0 ? ` ${plural(skipped, 'image was', 'images were')} there already.` : ''}`,
    another: 'Choose another folder',
  },
  run: {
    hint: 'Frames of the video of a run, such as those in which its model was unsure.',
    none: 'No run has kept its detections on a video yet.',
    failed: 'The runs could not be loaded',
    run: 'Run',
    option: (workflow: string, video: string, when: string) => `${workflow} on ${video}, ${when}`,
  },
  formats: {
    coco: 'COCO',
    yolo: 'YOLO',
    voc: 'Pascal VOC',
    cvat: 'CVAT',
    datumaro: 'Datumaro',
    label_studio: 'Label Studio',
    mot: 'MOT',
    labelme: 'LabelMe',
    kitti: 'KITTI',
    open_images: 'Open Images',
    csv: 'Table of boxes (CSV)',
  },
  archive: {
    directory: 'Directory',
    directoryHint: 'In the data set; the directories of the archive lie below it.',
    hint: 'A ZIP archive with images and labels, or a file of labels for images that the data set has: COCO, YOLO, Pascal VOC, CVAT, Datumaro, Label Studio or MOT. Nothing is written before you confirm.',
    choose: 'Choose archive',
    notSent: (name: string) => `“${name}” could not be uploaded.`,
    working: {
      planning: (name: string) => `Reading ${name}…`,
      importing: (name: string) => `Importing ${name}…`,
      undoing: (name: string) => `Undoing the import of ${name}…`,
    },
    images: (files: number, matched: number, missing: number) =>
      [
        `${plural(files, 'image')} in the archive`,
        matched > 0 ? `${formatCount(matched)} in the data set` : '',
        missing > 0 ? `${formatCount(missing)} missing` : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    splits: (train: number, valid: number, test: number, none: number) =>
      [
        `Splits: ${formatCount(train)} in train, ${formatCount(valid)} in valid, ${formatCount(test)} in test`,
        none > 0 ? `${formatCount(none)} in none` : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    annotations: (kept: number, converted: number, dropped: number) =>
      `${plural(kept, 'annotation')} kept, ${formatCount(converted)} of them converted, ${formatCount(dropped)} left out`,
    format: 'Format',
    candidates: 'Recognised in the archive',
    candidate: (name: string, annotations: number) => `${name}: ${plural(annotations, 'annotation')}`,
    otherFormats: 'Other formats',
    noEvidence: 'No file of the archive shows this format.',
    keepsNone:
      'The archive has annotations, and none of them would be kept: the list above says why. Choose another format, or other names of classes.',
    withoutAnnotations: 'Add the images without annotations',
    mode: 'Annotations that an image has',
    modes: {
      append: 'Keep them and add',
      replace: 'Replace them',
      merge: 'Update those that it has, and add the others',
    },
    inArchive: 'Class in the archive',
    annotationsOfClass: 'Annotations',
    importAs: 'Becomes',
    importClass: (name: string) => `Import the class ${name}`,
    importClassAs: (name: string) => `Class that ${name} becomes`,
    isNew: 'new',
    moreClasses: (n: number) => `${plural(n, 'further class keeps its name', 'further classes keep their names')}.`,
    effects: { noted: 'Note', converted: 'Converted', dropped: 'Left out' },
    noLosses: 'Everything in the archive is kept as it is.',
    boxBase: 'Number of the first pixel in the boxes of these files',
    sizeChoice: 'Labels of images with another size than declared',
    sizeChoices: { keep: 'Keep their pixels', scale: 'Scale to the image', leave_out: 'Leave out' },
    planAgain: 'Update the plan',
    confirm: 'Import',
    notCancelled: 'The import could not be cancelled',
    failed: 'The archive could not be imported.',
    done: (images: number, annotations: number) =>
      `${plural(images, 'image')} and ${plural(annotations, 'annotation')} imported.`,
    unchanged: (n: number) => `${plural(n, 'annotation was', 'annotations were')} there already.`,
    imagesFailed: (n: number) => `${plural(n, 'file was', 'files were')} no readable image.`,
    cancelled: (name: string) => `The import of ${name} is cancelled.`,
    undone: (name: string) => `The import of ${name} is undone.`,
    undo: 'Undo the import',
    undoHint: 'Annotations and images that were changed since stay.',
  },
}
