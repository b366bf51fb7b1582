/** Notifications about work that has ended. */
export const notifications = {
  'notification.missing': 'There is no notification with this id.',
  'notification.run_completed': 'Run completed',
  'notification.run_completed_of': ['A run of “{workflow}” has completed.', 'workflow'],
  'notification.run_failed': 'Run failed',
  'notification.run_interrupted': 'Run interrupted',
  'notification.run_failed_of': ['A run of “{workflow}” ended with an error: {reason}', 'workflow', 'reason'],
  'notification.extraction_complete': 'Frames extracted',
  'notification.extraction_complete_in': [
    '{images, plural, one {# image of a video is} other {# images of a video are}} in {directory}.',
    'images',
    'directory',
  ],
  'notification.extraction_failed': 'Extraction failed',
  'notification.extraction_failed_in': [
    'The frames of a video could not be extracted into {directory}: {reason}',
    'directory',
    'reason',
  ],
<<<<<<< HEAD
=======
  'notification.batch_completed': 'Auto-annotation done',
  'notification.batch_completed_of': [
    'Data set “{dataset}”: {annotations, plural, one {# annotation was} other {# annotations were}} added to {images, plural, one {# image} other {# images}}.{failed, plural, =0 {} one { # image failed.} other { # images failed.}}',
    'dataset',
    'annotations',
    'images',
    'failed',
  ],
  'notification.batch_failed': 'Auto-annotation failed',
  'notification.batch_failed_of': ['Data set “{dataset}”: {reason}', 'dataset', 'reason'],
>>>>>>> c-annotate
  'notification.export_ready': 'Export ready',
  'notification.export_ready_of': [
    'The export “{name}” with {images, plural, one {# image} other {# images}} can be downloaded.',
    'name',
    'images',
  ],
  'notification.export_failed': 'Export failed',
  'notification.export_failed_of': ['The export “{name}” could not be made: {reason}', 'name', 'reason'],
  'notification.evaluation_completed': 'Model evaluated',
  'notification.evaluation_completed_of': [
    '“{model}” was evaluated on {images, plural, one {# image} other {# images}}.',
    'model',
    'images',
  ],
  'notification.evaluation_failed': 'Evaluation failed',
  'notification.evaluation_failed_of': ['“{model}” could not be evaluated: {reason}', 'model', 'reason'],
<<<<<<< HEAD
  'notification.deployment_failed': 'Deployment failed',
  'notification.deployment_paused': 'Deployment paused',
  'notification.deployment_ended_of': ['“{name}” does not answer any more. {reason}', 'name', 'reason'],
  'notification.batch_completed': 'Auto-annotation done',
  'notification.batch_completed_of': [
    'Data set “{dataset}”: {annotations, plural, one {# annotation was} other {# annotations were}} added to {images, plural, one {# image} other {# images}}.{failed, plural, =0 {} one { # image failed.} other { # images failed.}}',
    'dataset',
    'annotations',
    'images',
    'failed',
  ],
  'notification.batch_failed': 'Auto-annotation failed',
  'notification.batch_failed_of': ['Data set “{dataset}”: {reason}', 'dataset', 'reason'],
=======
>>>>>>> c-annotate
} as const
