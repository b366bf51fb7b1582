/** Models that embed images and texts. */
export const embedder = {
  'embedder.file_missing': [
    '“{file}” of the search model is missing. Install it again with “sightline models install-embedder <folder>”.',
    'file',
  ],
  'embedder.file_unreadable': [
    '“{file}” of the search model can’t be read as an ONNX model. It or the weights beside it may be damaged or incomplete: install the model again.',
    'file',
  ],
  'embedder.unfit_network': [
    '“{file}” does not fit a search model: {reason}. docs/search.md says how its files are made.',
    'file',
    'reason',
  ],
  'embedder.no_image_input': 'its input is not one square image of type float32 [1, 3, side, side]',
  'embedder.not_run': ['it can’t be run: {reason}', 'reason'],
  'embedder.no_vector': 'it returns no vector of numbers other than zero',
  'embedder.no_tokenizer': [
    '“{file}” of the search model is not a tokenizer of Hugging Face. Without one, texts can’t be searched: install the model again.',
    'file',
  ],
  'embedder.none':
    'There is no search model that knows texts. Install one with “sightline models get clip-vit-b32”; docs/search.md names others.',
  'embedder.unread': ['The search model has not read “{name}” yet. Try again in a moment.', 'name'],
  'embedder.job_fault':
    'The images could not be prepared for the search because of a fault inside Sightline. Try again.',
  'embedder.job_disk_full': 'The disk is full. Make room, then prepare the images for the search again.',
} as const
