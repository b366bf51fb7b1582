/**
 * Names inside sentences. A block or field brings its English title, since their declarations depend on the messages;
 * another language selects its own title by `kind` or `field`.
 */
export const names = {
  'name.block': ['{kind, select, other {{title}}}', 'kind', 'title'],
  'name.field': ['{field, select, other {{title}}}', 'field', 'title'],
  'name.flow': [
    '{flow, select, detections_or_events {detections or events} frames_or_detections_or_events {frames or detections or events} other {{flow}}}',
    'flow',
  ],
  'name.sink': ['{sink, select, annotated_video {annotated video} other {{sink}}}', 'sink'],
} as const
