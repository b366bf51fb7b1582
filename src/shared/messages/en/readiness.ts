/** Issues of what a workflow names and only the platform knows: its file, its data sets and its models. */
export const readiness = {
  'readiness.file_missing': 'The file of this source is no longer there. Choose it again.',
  'readiness.file_elsewhere':
    'The file of this source is on another computer, whose address Sightline does not open. Copy the file to this computer, then choose it again.',
  'readiness.empty_folder': [
    'There is no image in the folder “{folder}”. Choose a folder with JPEG, PNG, WebP, BMP, TIFF, AVIF or GIF files.',
    'folder',
  ],
  'readiness.dataset_missing': ['There is no data set “{name}”. Choose another one.', 'name'],
  'readiness.dataset_empty': ['The data set “{name}” has no images. Add images to it, or choose another one.', 'name'],
  'readiness.directory_empty': [
    '“{directory}” of “{name}” has no images. Add images to it, or choose another one.',
    'directory',
    'name',
  ],
  'readiness.export_missing': ['There is no export “{id}”. It may have been deleted. Choose another one.', 'id'],
  'readiness.export_empty': ['The export “{name}” has no images. Choose another one.', 'name'],
  'readiness.dataset_refuses_boxes': [
    'The data set “{name}” holds neither boxes nor polygons. Add one of these types to it, or choose another one.',
    'name',
  ],
  'readiness.model_missing': ['There is no model “{name}”. Import it, or choose another one.', 'name'],
  'readiness.model_not_ready': [
    'The model “{name}” is not ready ({status}). Choose a model that is ready.',
    'name',
    'status',
  ],
  'readiness.device_missing': [
    'This computer has no device “{device}”: the model runs on the CPU. Choose another device, or “As in Settings”.',
    'device',
  ],
  'readiness.device_unavailable': ['{name} is not available: the model runs on the CPU. {reason}', 'name', 'reason'],
} as const
