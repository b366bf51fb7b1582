import { Type } from 'typebox'
import { MAX_ADDRESS } from '../domain/limits.ts'
import { defineBlock, Share, ui } from './block.ts'

const BOTSORT = { tracker: ['botsort'] }

const Advanced = (title: string, description: string, value: number, showIf?: Record<string, readonly string[]>) =>
  Type.Number({
    title,
    description,
    default: value,
    minimum: 0,
    maximum: 1,
    ...ui({ control: 'slider', step: 0.01, advanced: true, ...(showIf && { showIf }) }),
  })

export const track = defineBlock({
  kind: 'track',
  title: 'Track',
  summary: 'Follows each object from frame to frame',
  docs: 'Gives each object an id that stays the same while it is seen. ByteTrack is fast and right for a camera that stands still; BoT-SORT also makes up for camera movement, and with an appearance model finds objects again by their looks.',
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
      class_handling: Type.Enum(['together', 'apart'], {
        title: 'Classes',
        description:
          'Together: an object keeps its id when the model changes its mind about the class, and has the class it was called most often. Apart: each class is followed for itself',
        default: 'together',
        ...ui({ labels: { together: 'Together', apart: 'Apart' }, advanced: true }),
      }),
      second_match_threshold: Advanced(
        'Match, unsure',
        'Largest distance (1 - overlap) for a match with an unsure detection',
        0.5,
      ),
      unconfirmed_match_threshold: Advanced(
        'Match, new',
        'Largest distance (1 - overlap, weighed by confidence) between the first and the second sighting of an object',
        0.7,
      ),
      fuse_score: Type.Boolean({
        title: 'Weigh by confidence',
        description: 'Of two detections that fit alike, prefer the surer one; turn it off in dense crowds',
        default: true,
        ...ui({ advanced: true }),
      }),
      min_box_area: Type.Number({
        title: 'Smallest area',
        description: 'Tracks whose box is smaller than this are not put out; 0 keeps all',
        default: 0,
        minimum: 0,
        ...ui({ unit: 'px²', advanced: true }),
      }),
      max_aspect_ratio: Type.Optional(
        Type.Number({
          title: 'Widest shape',
          description: 'Tracks whose box is wider than this many times its height are not put out; 1.6 suits people',
          exclusiveMinimum: 0,
          ...ui({ advanced: true }),
        }),
      ),
      camera_motion: Type.Enum(['similarity', 'affine', 'shift', 'off'], {
        title: 'Camera motion',
        description: 'How the camera may move from frame to frame; found from the background by optical flow',
        default: 'similarity',
        ...ui({
          labels: { similarity: 'Shift, turn and zoom', affine: 'Affine', shift: 'Shift only', off: 'Stands still' },
          showIf: BOTSORT,
        }),
      }),
      reid_model_id: Type.Optional(
        Type.String({
          title: 'Appearance model',
          description:
            'Name or id of a re-identification model (ONNX, picture to vector): finds objects again by their looks',
          minLength: 1,
          maxLength: MAX_ADDRESS,
          ...ui({ control: 'model', showIf: BOTSORT }),
        }),
      ),
      proximity_threshold: Advanced(
        'Near enough',
        'Appearance counts only up to this distance of boxes (1 - overlap); 1 lets it count anywhere in the frame',
        0.5,
        BOTSORT,
      ),
      appearance_threshold: Advanced(
        'Alike enough',
        'Appearances match up to this distance (half the cosine distance); higher matches more',
        0.25,
        BOTSORT,
      ),
      appearance_momentum: Advanced(
        'Appearance memory',
        'Share of the remembered appearance that stays with each new look; higher changes slower',
        0.9,
        BOTSORT,
      ),
    },
    { additionalProperties: false },
  ),
})
