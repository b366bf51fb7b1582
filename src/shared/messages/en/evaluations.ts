/** Evaluations of models. */
export const evaluations = {
  'evaluation.missing': 'There is no evaluation with this id.',
  'evaluation.has_ended': ['This evaluation has ended already ({status}).', 'status'],
  'evaluation.not_completed': ['This evaluation is {status}. It has results once it has completed.', 'status'],
  'evaluation.model_type': [
    'names “{name}”, a model of the type {type}; only models of the types object_detection and instance_segmentation can be evaluated',
    'name',
    'type',
  ],
  'evaluation.no_common_class': [
    'names “{name}”, which knows none of the classes of this export; choose another model, or rename the classes of the data set and export it again',
    'name',
  ],
  'evaluation.export_empty': 'This export has no images. Export a data set or directory with images.',
  'evaluation.too_many_classes': [
    'names an export with {classes} classes, and at most {most} can be evaluated; export fewer classes',
    'classes',
    'most',
  ],
  'evaluation.background_class': [
    'names an export with a class {name}, which stands for no object; rename the class, and export the data set again',
    'name',
  ],
  'evaluation.unknown_label': ['must be a label of the confusion matrix, which has no “{label}”', 'label'],
  'evaluation.image_missing': ['The evaluation has no evaluated image at position {position}.', 'position'],
  'evaluation.export_gone': 'The export was deleted before all of its images were evaluated.',
  'evaluation.model_changed': 'The model has been replaced by another version meanwhile. Evaluate it again.',
  'evaluation.all_failed': ['No image could be evaluated. {filename}: {reason}', 'filename', 'reason'],
  'evaluation.some_failed': [
    '{failures, plural, one {# image} other {# images}} could not be evaluated. {filename}: {reason}',
    'failures',
    'filename',
    'reason',
  ],
  'evaluation.disk_full': 'The disk is full. Make room, then evaluate the model again.',
  'evaluation.fault': 'The model could not be evaluated because of a fault inside Sightline. Try again.',
} as const
