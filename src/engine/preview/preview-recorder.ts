/** Records the inputs and outputs of each block, frame by frame. */
import type { Detection } from '../../shared/domain/detection.ts'
import type { Box } from '../../shared/domain/geometry.ts'
import type { NodePreview, PreviewDetection, PreviewFrame } from '../../shared/engine-contract/preview.ts'
import type { Executor, NodeInput } from '../nodes/executor.ts'
import type { Outputs } from '../nodes/packet.ts'
import { detectionRecord, pixels, seconds } from '../sinks/detection-record.ts'

export interface PreviewRecorder {
  /** `executor`, wrapped to record its inputs and outputs. */
  of(nodeId: string, executor: Executor): Executor
  frames(): PreviewFrame[]
}

export function createPreviewRecorder(): PreviewRecorder {
  const frames = new Map<number, PreviewFrame>()
  const note = (nodeId: string, { frame, detections }: NodeInput, outputs: Outputs) => {
    const known = frames.get(frame.ptsS) ?? { time_s: seconds(frame.ptsS), nodes: {} }
    frames.set(frame.ptsS, known)
    known.nodes[nodeId] = nodePreview(detections, outputs)
  }
  return {
    of: (nodeId, executor) => ({
      ...executor,
      process(input) {
        const outputs = executor.process(input)
        if (!(outputs instanceof Promise)) {
          note(nodeId, input, outputs)
          return outputs
        }
        return outputs.then((done) => {
          note(nodeId, input, done)
          return done
        })
      },
    }),
    frames: () => [...frames.values()].sort((a, b) => a.time_s - b.time_s),
  }
}

function nodePreview(received: readonly Detection[] | null, outputs: Outputs): NodePreview {
  const preview: NodePreview = {
    received: received?.map((d) => d.id) ?? null,
    detections: null,
    branch: null,
    regions: null,
    events: [],
  }
  for (const [port, packet] of Object.entries(outputs)) {
    if (packet.type === 'detections') preview.detections = packet.detections.map(detectionPreview)
    if (packet.type === 'frames' && packet.regions) preview.regions = packet.regions.map(({ box }) => corners(box))
    if (packet.type === 'events') preview.events.push(...packet.events)
    if (port === 'true' || port === 'false') preview.branch = port
  }
  return preview
}

const corners = ({ x1, y1, x2, y2 }: Box): [number, number, number, number] => [
  pixels(x1),
  pixels(y1),
  pixels(x2),
  pixels(y2),
]

function detectionPreview(d: Detection): PreviewDetection {
  const { id, parent_id, track_id, class_name, confidence } = detectionRecord(d)
  return {
    id,
    parent_id,
    track_id,
    class_name,
    confidence,
    box: corners(d.box),
    ...(d.rings && { rings: d.rings.map((ring) => ring.map(pixels)) }),
    ...(d.keypoints && { keypoints: d.keypoints.map(({ x, y, score }) => [pixels(x), pixels(y), score] as const) }),
  } as PreviewDetection
}
