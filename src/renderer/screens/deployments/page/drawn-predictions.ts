/** Converts the reply of a prediction call into the detections that the overlay draws. */
import type { PredictionReply } from '../../../../shared/api/predictions.ts'
import type { PreviewDetection } from '../../../../shared/engine-contract/preview.ts'

/** Those with a box, in pixels of the upright image. */
export function drawnPredictions({ predictions }: PredictionReply): PreviewDetection[] {
  return predictions.flatMap(({ bounding_box: box, class_name, confidence, polygon, keypoints }, id) => {
    if (!box) return []
    return [
      {
        id,
        parent_id: null,
        track_id: null,
        class_name,
        confidence,
        box: [box.x, box.y, box.x + box.w, box.y + box.h],
        ...(polygon && { rings: polygon.paths.map((path) => path.flatMap(({ x, y }) => [x, y])) }),
        ...(keypoints && {
          keypoints: keypoints.map((k): [number, number, number] => [k.x, k.y, k.confidence]),
        }),
      },
    ]
  })
}
