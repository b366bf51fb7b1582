/** The messages between the host and its engine child. */

import type { Conversion } from '../../shared/domain/conversion.ts'
import type { DeviceCheck, DeviceId, DeviceUsed } from '../../shared/domain/device.ts'
import type { RunPicture } from '../../shared/domain/run.ts'
import type { DeriveRequest, ImageDerivation } from '../../shared/engine-contract/derivation.ts'
import type { Embedding, EmbedRequest } from '../../shared/engine-contract/embedding.ts'
import type { Following, FollowRequest } from '../../shared/engine-contract/following.ts'
import type { HardwareCodec, HardwareInterface } from '../../shared/engine-contract/hardware-video.ts'
import type {
  EngineReport,
  Extraction,
  ExtractRequest,
  Inspected,
  ModelFile,
  ModelInspection,
  ProbedMedia,
  RunJob,
  RunOutcome,
} from '../../shared/engine-contract/job.ts'
import type { JoinedModel, ModelParts } from '../../shared/engine-contract/model-parts.ts'
import type { PartJob, PartLengths, PartPlan, PartResult } from '../../shared/engine-contract/parts.ts'
import type { ChangedPictures, ChangeRequest } from '../../shared/engine-contract/picture-change.ts'
import type { Preview, PreviewJob } from '../../shared/engine-contract/preview.ts'
import type { Segmentation, SegmentRequest } from '../../shared/engine-contract/segmentation.ts'
import type { Prediction, PredictOptions, ServedImage } from '../../shared/engine-contract/serving.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { RunDevices } from '../runtime/run-hooks.ts'

export type ToChild =
  /** Work will follow: load the modules that most work needs. */
  | { type: 'prepare' }
  /** `hardware`: the hardware decoders of this machine, if the job requests one. */
  | {
      type: 'run'
      job: RunJob
      checkpointMs?: number
      devices?: RunDevices
      hardware?: readonly HardwareCodec[]
    }
  | { type: 'probe'; path: string; name: string; asImage: boolean }
  | {
      type: 'inspect'
      path: string
      name: string
      measure: boolean
      device?: DeviceUsed
      conversion?: Conversion | null
    }
  | { type: 'join-model'; parts: ModelParts }
  | { type: 'probe-device'; device: DeviceId }
  | { type: 'check-device'; path: string; name: string; device: DeviceId; conversion?: Conversion | null }
  | { type: 'preview'; id: number; job: PreviewJob }
  | { type: 'segment'; id: number; request: SegmentRequest }
  | { type: 'extract'; request: ExtractRequest }
  | { type: 'plan-parts'; job: RunJob; lengths: PartLengths }
  | { type: 'part'; part: PartJob }
  | { type: 'derive'; id: number; request: DeriveRequest }
  | { type: 'change-image'; id: number; request: ChangeRequest }
  | { type: 'embed'; id: number; request: EmbedRequest }
  | { type: 'follow'; id: number; request: FollowRequest }
  /** Opens a model, and keeps it open; `model.device` names a device, whose name is `deviceName`. */
  | { type: 'serve'; model: ModelFile; deviceName: string }
  | { type: 'predict'; id: number; image: ServedImage; options: PredictOptions }
  /** Requests an image of the run. */
  | { type: 'live-image' }
  /** The videos of the run's parts. */
  | { type: 'drawn'; folders: readonly string[] }
  | { type: 'cancel' }
  | { type: 'probe-hardware'; interface: HardwareInterface; name: string }

/** Resource usage of the process, as reported by the operating system. */
export interface Usage {
  /** Share of all processors together, 0 to 1, since the previous beat. */
  cpuShare: number
  memoryBytes: number
}

export type FromChild =
  | { type: 'report'; report: EngineReport }
  /** These files are about to be moved to the output folder. */
  | { type: 'commit'; names: string[] }
  /** Once a second; `activity` grows while there is progress. `node`: the block that has been working longest. */
  | { type: 'beat'; activity: number; node: string | null; usage: Usage }
  | { type: 'previewed'; id: number; result: Inspected<Preview> }
  | { type: 'segmented'; id: number; result: Inspected<Segmentation> }
  | { type: 'derived'; id: number; result: Inspected<ImageDerivation> }
  | { type: 'image-changed'; id: number; result: Inspected<ChangedPictures> }
  | { type: 'embedded'; id: number; result: Inspected<Embedding> }
  | { type: 'followed'; id: number; result: Inspected<Following> }
  | { type: 'serving'; result: Inspected<ModelInspection> }
  | { type: 'predicted'; id: number; result: Inspected<Prediction> }
  | { type: 'extracting'; done: number; total: number | null }
  | { type: 'extracted'; result: Inspected<Extraction> }
  | { type: 'parts-planned'; result: Inspected<PartPlan | null> }
  | { type: 'part-frames'; done: number }
  | { type: 'part-done'; result: Inspected<PartResult> }
  | { type: 'live-image'; image: RunPicture | null }
  | { type: 'outcome'; outcome: RunOutcome }
  | { type: 'probed'; result: Inspected<ProbedMedia> }
  | { type: 'inspected'; result: Inspected<ModelInspection> }
  | { type: 'model-joined'; result: Inspected<JoinedModel | null> }
  | { type: 'hardware-probed'; codecs: readonly HardwareCodec[] }
  /** Null when the device works. */
  | { type: 'device-probed'; result: Inspected<Message | null> }
  | { type: 'device-checked'; result: Inspected<DeviceCheck> }

/** The last line that a child writes to stderr after it has tried a device. */
export const PROBE_LOGGED = 'sightline: the device has been tried'
