/** Lines of a run's log, and warnings of blocks and sinks. */
export const runLog = {
  'log.begun': ['Run {run} of “{workflow}” on “{source}”', 'run', 'workflow', 'source'],
  'log.resuming': ['Resuming after {time} s, {frames} frames', 'time', 'frames'],
  'log.completed': ['Completed: {frames} frames', 'frames'],
  'log.cancelled': 'Cancelled',
  'log.model': [
    '“{name}”: {architecture}, {width}x{height}, {classes} classes',
    'name',
    'architecture',
    'width',
    'height',
    'classes',
  ],
  'log.appearance_model': ['“{name}”: appearance vectors of {length} numbers', 'name', 'length'],
  'log.reading': ['Reading {width}x{height} {codec}, {frames} frames', 'width', 'height', 'codec', 'frames'],
  'log.reading_unknown_length': [
    'Reading {width}x{height} {codec}, unknown number of frames',
    'width',
    'height',
    'codec',
  ],
  'log.reused': ['Reused: {results}', 'results'],
  'log.reused_without_decoding': ['Reused: {results}; decoded nothing', 'results'],
  'log.reused_tracks': ['tracks of “{block}” (made {time})', 'block', 'time'],
  'log.reused_detections': ['detections of “{block}” (made {time})', 'block', 'time'],
  'log.and': ['{first}, {next}', 'first', 'next'],
  'log.no_checkpoint': [
    'A checkpoint could not be stored. If the run is interrupted, it resumes at an earlier checkpoint ({reason}).',
    'reason',
  ],
  'log.crops_skipped': [
    'The first {kept} crops were stored as images; {leftOut} more were skipped.',
    'kept',
    'leftOut',
  ],
  'log.no_annotated_image': 'No image reached this block, so there is no annotated image.',
  'log.no_annotated_video': 'No frame reached this block, so there is no video.',
  'log.annotated_images_skipped': [
    'The first {kept} annotated images were stored; {leftOut} more were skipped. Run the workflow on a folder or directory with fewer images to get the others.',
    'kept',
    'leftOut',
  ],
  'log.annotated_frames_skipped': [
    'The first {kept} annotated frames were stored; {leftOut} more were skipped. Lower the sample rate of the source to spread them over the whole video.',
    'kept',
    'leftOut',
  ],
  'log.inspection_cut': [
    'The inspector shows this run up to {time} s only: its records are limited to {limit} MB. The results are complete. Lower the sample rate of the source to record more of the video.',
    'time',
    'limit',
  ],
} as const
