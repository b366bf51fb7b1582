/** Segmenters, prompts and batches of auto-annotation. */
export const segmenter = {
  'segmenter.file_missing': [
    '“{file}” of the segmenter is missing. Install it again with “sightline models install-segmenter <folder>”.',
    'file',
  ],
  'segmenter.file_unreadable': [
    '“{file}” of the segmenter can’t be read as an ONNX model. It or the weights beside it may be damaged or incomplete: install the segmenter again.',
    'file',
  ],
  'segmenter.unfit_network': [
    '“{file}” does not fit a segmenter: {reason}. Export the networks as docs/segmenters.md describes and install them again.',
    'file',
    'reason',
  ],
  'segmenter.no_image_input': 'its input is not one image of type float32 [1, 3, height, width]',
  'segmenter.no_input': ['it has no input “{name}”', 'name'],
  'segmenter.no_output': ['it has no output “{name}”', 'name'],
  'segmenter.extra_input': ['it has an input “{name}” that segmenters do not have', 'name'],
  'segmenter.mask_counts': 'its outputs “masks” and “iou_predictions” do not fit each other',
  'segmenter.no_texts': ['{name} does not search for texts: that takes SAM 3.', 'name'],
  'segmenter.no_points': 'The networks of SAM 3 take no points.',
  'annotate.text_needs_sam3':
    'Searching for a text takes SAM 3, which is not installed. Install it with “sightline models install-sam3 <folder>” (docs/sam3.md). Point and box prompts work without it, and so do batches with a trained model (model_id).',
  'annotate.batch_needs_sam3':
    'A batch without model_id takes SAM 3, which is not installed. Install it with “sightline models install-sam3 <folder>” (docs/sam3.md), or name a trained model in model_id.',
  'annotate.sahi_needs_sam3': 'Slicing (sahi_enabled) is for SAM 3 only. Leave it out, or leave out model_id.',
  'annotate.outside_image': ['lies outside the image of {width} x {height} pixels', 'width', 'height'],
  'annotate.image_ambiguous': 'is the name of several images: give the path or the id',
  'annotate.classes_needed': 'needs at least one class: SAM 3 searches for the names of the classes',
  'annotate.class_twice': ['names “{name}” twice', 'name'],
  'annotate.class_unknown': ['“{name}” is not a class of the model “{model}”', 'name', 'model'],
  'annotate.dataset_needed': 'is required to price images that exist',
  'annotate.images_missing': [
    '{n, plural, one {An image is} other {# images are}} not in the data set “{dataset}”: {names}.',
    'n',
    'dataset',
    'names',
  ],
  'annotate.too_many_images': ['names {n} images, and a batch has at most {most}', 'n', 'most'],
  'annotate.batch_missing': ['There is no batch “{id}”.', 'id'],
  'annotate.all_failed': ['No image could be annotated. The first failure: {reason}', 'reason'],
  'annotate.batch_fault': 'The batch ended because of an unexpected error. Retry it.',
  'annotate.disk_full': 'The batch ended because the disk is full. Make room, then retry it.',
  'annotate.image_deleted': 'The image was deleted.',
  'annotate.dataset_deleted': 'The data set of the batch was deleted.',
  'annotate.model_deleted': 'The model of the batch was deleted.',
} as const
