/** The connections of a run to the process that executes it. */
import type { DeviceId } from '../../shared/domain/device.ts'
import type { HardwareCodec } from '../../shared/engine-contract/hardware-video.ts'
import type { EngineReport } from '../../shared/engine-contract/job.ts'
import type { Said } from '../../shared/messages/message.ts'
import type { InspectionLimits, LiveFrame } from '../inspection/live-frame.ts'
import type { FolderLock } from '../output/folder-lock.ts'

export interface RunHooks {
  onReport(report: EngineReport): void
  /** Called when the run has locked its folders. */
  onLocked?(lock: FolderLock): void
  /**
   * Files of these names are about to be moved to the output folder: they must be removed if the process dies
   * meanwhile.
   */
  onCommit(names: string[]): void
  /** Called on progress; a run that reports none for long counts as hung. */
  onActivity(): void
  signal: AbortSignal
  /** Wall time between checkpoints. */
  checkpointMs?: number
  /** The hardware decoders that a video may use; omitted: software decodes. */
  hardware?: readonly HardwareCodec[]
  /** Source of live images of the run; omitted when none are requested. */
  liveFrame?: LiveFrame
  /** Folders with the videos of the parts, for a job whose videos are drawn later. */
  drawn?: Promise<readonly string[]>
  /** Limits in bytes of the records for the inspector. */
  inspectionLimits?: InspectionLimits
  /** Path of the bundled inference.js; by default in the folder of the running bundle. */
  inferenceEntry?: string
  /** Cores on which models run; those of the machine by default. With one, a short run starts one thread, for tests. */
  cores?: number
  devices?: RunDevices
}

/** The devices of a run, as its host determined them. */
export interface RunDevices {
  /** The processors' names by the ids of devices. */
  names: Readonly<Record<DeviceId, string>>
  /** Why devices that models are to run on are not available, by their ids. */
  reasons?: Readonly<Record<DeviceId, Said>>
  /** Lines for the log, such as why a device was not chosen. */
  notes: readonly { said: Said; nodeId: string }[]
  /** Most images of a batch on the CPU, for tests. */
  cpuBatch?: number
}
