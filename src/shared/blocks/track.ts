import { Type } from 'typebox'
import { MAX_ADDRESS } from '../domain/limits.ts'
import { defineBlock, Share, UnionIou, ui } from './block.ts'

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
  summary: 'Tracks each object from frame to frame',
  docs: 'Assigns each object an id that stays the same while the object is visible. ByteTrack is fast and suits a fixed camera; BoT-SORT also compensates for camera motion and, with an appearance model, recognises objects by their appearance.',
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
      high_threshold: Share('High confidence', 'Detections with at least this confidence are matched first', 0.6),
      low_threshold: Share(
        'Low confidence',
        'Detections between this and “High confidence” only continue existing tracks',
        0.1,
      ),
      new_track_threshold: Share(
        'New track confidence',
        'A detection with at least this confidence starts a new track',
        0.7,
      ),
      match_threshold: Share(
        'Match distance',
        'Largest distance (1 - overlap, weighted by confidence) for a match; higher matches more',
        0.8,
      ),
      lost_after_s: Type.Number({
        title: 'Forget after',
        description: 'Time after which a lost track can no longer match; increase this for long occlusions',
        default: 1,
        minimum: 0,
        maximum: 600,
        ...ui({ unit: 's' }),
      }),
      class_handling: Type.Enum(['together', 'apart'], {
        title: 'Classes',
        description:
          'Together: an object keeps its id when its class changes between frames, and has its most frequent class. Apart: each class is tracked separately',
        default: 'together',
        ...ui({ labels: { together: 'Together', apart: 'Apart' }, advanced: true }),
      }),
      second_match_threshold: Advanced(
        'Match distance, low confidence',
        'Largest distance (1 - overlap) for a match with a detection of low confidence',
        0.5,
      ),
      unconfirmed_match_threshold: Advanced(
        'Match distance, new tracks',
        'Largest distance (1 - overlap, weighted by confidence) between the first and the second detection of an object',
        0.7,
      ),
      fuse_score: Type.Boolean({
        title: 'Weight by confidence',
        description: 'Of two equally good matches, prefer the more confident detection; turn this off for dense crowds',
        default: true,
        ...ui({ advanced: true }),
      }),
      min_box_area: Type.Number({
        title: 'Minimum area',
        description: 'Tracks with a smaller box are dropped; 0 keeps all',
        default: 0,
        minimum: 0,
        ...ui({ unit: 'px²', advanced: true }),
      }),
      max_aspect_ratio: Type.Optional(
        Type.Number({
          title: 'Maximum aspect ratio',
          description: 'Tracks with a larger ratio of width to height are dropped; 1.6 suits people',
          exclusiveMinimum: 0,
          ...ui({ advanced: true }),
        }),
      ),
      camera_motion: Type.Enum(['similarity', 'affine', 'shift', 'off'], {
        title: 'Camera motion',
        description:
          'Motion of the camera between frames that is compensated, estimated from the background by optical flow',
        default: 'similarity',
        ...ui({
          labels: { similarity: 'Shift, turn and zoom', affine: 'Affine', shift: 'Shift only', off: 'Fixed' },
          showIf: BOTSORT,
        }),
      }),
      reid_model_id: Type.Optional(
        Type.String({
          title: 'Appearance model',
          description:
            'Name or id of a re-identification model (ONNX, image to vector), which recognises objects by their appearance',
          minLength: 1,
          maxLength: MAX_ADDRESS,
          ...ui({ control: 'model', showIf: BOTSORT }),
        }),
      ),
      proximity_threshold: Advanced(
        'Proximity',
        'Appearance is compared only up to this distance of boxes (1 - overlap); 1 compares it anywhere in the frame',
        0.5,
        BOTSORT,
      ),
      appearance_threshold: Advanced(
        'Appearance distance',
        'Appearances match up to this distance (half the cosine distance); higher matches more',
        0.25,
        BOTSORT,
      ),
      appearance_momentum: Advanced(
        'Appearance memory',
        'Share of the remembered appearance that is kept at each update; higher values change more slowly',
        0.9,
        BOTSORT,
      ),
      union_iou: UnionIou,
    },
    { additionalProperties: false },
  ),
})
