/**
 * The calls of an engine that one of its processes answers. A call is declared here and implemented in
 * `src/engine/host/implementations.ts`: its types, its messages, its process, its cancelling and its failures follow from both.
 */
import type { DerivedImage, DeriveRequest } from './derivation.ts'
import type { Embedding, EmbedRequest } from './embedding.ts'
import type { Following, FollowRequest } from './following.ts'
import type { Extraction, ExtractRequest, Inspected, ProbedMedia, ProbeRequest } from './job.ts'
import type { JoinedModel, ModelParts } from './model-parts.ts'
import type { PartJob, PartPlan, PartPlanRequest, PartResult } from './parts.ts'
import type { ChangedPictures, ChangeRequest } from './picture-change.ts'
import type { Preview, PreviewJob } from './preview.ts'
import type { Segmentation, SegmentRequest } from './segmentation.ts'

/** A file under the name that messages use; its name on disk when omitted. */
export interface NamedFile {
  path: string
  name?: string | undefined
}

/** A process that stays for a while after a call, with what it has open. */
export interface KeptProcess<Request> {
  /** `prepared`: the modules that most work needs may be loaded already. `bare`: for work that needs none of them. */
  start: 'prepared' | 'bare'
  /** The process has one request at a time: one that ends the process fails alone. Otherwise it has all of them at once. */
  isOneByOne: boolean
  /** Milliseconds without progress after which a request counts as hung, where the engine's own limit is longer. */
  stalledMs?: number
  /** Requests of each lane have processes of their own; one lane for all when omitted. */
  laneOf?(request: Request): string
  /** True when a lane has a process for each core, as far as the memory suffices; one otherwise. Only for `isOneByOne`. */
  isParallel?: boolean
}

/** A call that replies once. */
export interface CallSpec<Request, Result> {
  type: 'call'
  /** The file that a failure is about. */
  fileOf(request: Request): NamedFile
  /** Omitted: each call has a process of its own, which ends with it. */
  kept?: KeptProcess<Request>
  /** Never set: the type of the result. */
  result?: Result
}

/** A call that reports progress and can be cancelled, in a process of its own. */
export interface WorkSpec<Request, Result, Progress extends unknown[]> {
  type: 'work'
  fileOf(request: Request): NamedFile
  /** Never set: the types of the result and of a report. */
  result?: Result
  progress?: Progress
}

type Declared<Spec> = Omit<Spec, 'type' | 'result' | 'progress'>

export const call = <Request, Result>(spec: Declared<CallSpec<Request, Result>>): CallSpec<Request, Result> => ({
  type: 'call',
  ...spec,
})
export const work = <Request, Result, Progress extends unknown[]>(
  spec: Declared<WorkSpec<Request, Result, Progress>>,
): WorkSpec<Request, Result, Progress> => ({ type: 'work', ...spec })

export const itself = (file: NamedFile): NamedFile => file

export const ENGINE_CALLS = {
  /** The properties of a media file. */
  probe: call<ProbeRequest, ProbedMedia>({ fileOf: itself }),
  /** Writes frames of a video as JPEG files. */
  extractFrames: work<ExtractRequest, Extraction, [done: number, total: number | null]>({ fileOf: itself }),
  /**
   * Writes a model of several files, or in an archive, as one ONNX file to `to`. Null, and nothing is written, when it is
   * one file already. A failure is one of the files: missing, unsafe, of another model, too large.
   */
  joinModel: call<ModelParts, JoinedModel | null>({ fileOf: itself }),
  /**
   * Cuts the video of a run into parts that other machines can work on. Null for a run that one machine has to execute.
   */
  planParts: call<PartPlanRequest, PartPlan | null>({ fileOf: ({ job }) => job.source }),
  executePart: work<PartJob, PartResult, [framesDone: number]>({ fileOf: ({ job }) => job.source }),
  /** Tries a workflow on a moment of its media. Frames and models stay open for a while, for the next preview. */
  preview: call<PreviewJob, Preview>({
    fileOf: ({ source }) => source,
    kept: { start: 'prepared', isOneByOne: false, stalledMs: 60_000 },
  }),
  /** Outlines objects of an image. The segmenter and what it computed for recent images stay ready for a while. */
  segment: call<SegmentRequest, Segmentation>({
    fileOf: ({ image }) => image,
    kept: { start: 'prepared', isOneByOne: false },
  }),
  /**
   * Reads an image, decoding it once: its properties, thumbnails, descriptor, hash and tags. Fails for a file that is no image.
   * Images that somebody waits for have their own processes.
   */
  derive: call<DeriveRequest, DerivedImage>({
    fileOf: itself,
    kept: {
      start: 'bare',
      isOneByOne: true,
      isParallel: true,
      // Longer than an idle process is kept, so that a new request never meets this limit.
      stalledMs: 90_000,
      laneOf: ({ background }) => (background ? 'background' : 'awaited'),
    },
  }),
  /** Writes tiles or changed copies of an image. */
  changeImage: call<ChangeRequest, ChangedPictures>({ fileOf: itself, kept: { start: 'bare', isOneByOne: true } }),
  /** Embeds an image or a text; the model stays open for a while. */
  embed: call<EmbedRequest, Embedding>({ fileOf: itself, kept: { start: 'prepared', isOneByOne: true } }),
  /** Follows objects from one image to another of the same size. */
  follow: call<FollowRequest, Following>({ fileOf: itself, kept: { start: 'bare', isOneByOne: true } }),
}

/** Work that has begun. */
export interface EngineWork<Result> {
  /** Always resolves, never rejects. */
  readonly done: Promise<Inspected<Result>>
  /** Ends the work at once, as a failure. */
  cancel(): void
}

/** The functions of a table of calls, as a host offers them. Nothing rejects: a failure is a result. */
export type CallsOf<Table> = {
  [Name in keyof Table]: Table[Name] extends CallSpec<infer Request, infer Result>
    ? (request: Request) => Promise<Inspected<Result>>
    : Table[Name] extends WorkSpec<infer Request, infer Result, infer Progress>
      ? (request: Request, onProgress: (...progress: Progress) => void) => EngineWork<Result>
      : never
}

export type EngineCalls = CallsOf<typeof ENGINE_CALLS>
