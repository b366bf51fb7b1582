import { Type } from 'typebox'
import { defineBlock, Share, ui } from './block.ts'

export const track = defineBlock({
  kind: 'track',
  title: 'Track',
  summary: 'Follows each object from frame to frame',
  docs: 'Gives each object an id that stays the same while it is seen. ByteTrack is fast and right for a camera that stands still; BoT-SORT also makes up for camera movement.',
  inputs: [{ id: 'detections', title: 'Detections', accepts: ['detections'], many: true }],
  outputs: [{ id: 'detections', title: 'Tracks', type: 'detections' }],
  config: Type.Object(
    {
      tracker: Type.Enum(['bytetrack', 'botsort'], {
        title: 'Tracker',
        description: 'ByteTrack for a fixed camera, BoT-SORT for a moving one',
        default: 'bytetrack',
        ...ui({ labels: { bytetrack: 'ByteTrack', botsort: 'BoT-SORT' } }),
      }),
      high_threshold: Share('Sure from', 'Detections from this confidence on are matched first', 0.6),
      low_threshold: Share(
        'Unsure from',
        'Detections between this and "sure from" only continue tracks that exist',
        0.1,
      ),
      new_track_threshold: Share('New track from', 'A detection starts a new track from this confidence on', 0.7),
      match_threshold: Share(
        'Match',
        'Largest distance (1 - overlap, weighed by confidence) for a match; higher matches more',
        0.8,
      ),
      lost_after_s: Type.Number({
        title: 'Forget after',
        description: 'Seconds that a lost object is remembered; raise it for long occlusions',
        default: 1,
        minimum: 0,
        maximum: 600,
        ...ui({ unit: 's' }),
      }),
    },
    { additionalProperties: false },
  ),
})
