/** Finds the results of earlier runs that a run can reuse, and caches its own for later ones. */

import { BLOCKS } from '../../shared/blocks/catalogue.ts'
import type { DeviceUsed } from '../../shared/domain/device.ts'
import type { RunJob } from '../../shared/engine-contract/job.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import type { TallyState } from '../core/tally-state.ts'
import type { MediaReader } from '../media/frame.ts'
import type { Executor } from '../nodes/executor.ts'
import { type AnyPlannedNode, detectedInParts, isDrawing, needsPixels, type Plan, upstream } from '../nodes/plan.ts'
import { imagesDigest } from '../output/digest.ts'
import { knownDigest } from './digest-memo.ts'
import { joinTapes, type TapeEnd } from './join-tapes.ts'
import { nodeKeys, timelineKey } from './node-keys.ts'
import { detectionRecorder, type Recorder, timelineRecorder } from './recorder.ts'
import { replayExecutor } from './replay.ts'
import type { Tape } from './tape-file.ts'
import { type TapeStore, tapeStore } from './tape-store.ts'
import { readTimeline } from './timeline.ts'

/** Sentence for the log; null when nothing was reused. */
export function reuseSentence(plan: Plan, { reused, replays, timeline }: Reuse): Message | null {
  const [first, ...others] = plan.nodes
    .filter(({ id }) => replays(id) && reused.get(id)?.madeAt !== null)
    .map(({ id: block, kind }) => {
      const places = { block, time: madeAt(reused, block) }
      return kind === 'track' ? message('log.reused_tracks', places) : message('log.reused_detections', places)
    })
  if (!first) return null
  const results = others.reduce((before, next) => message('log.and', { first: before, next }), first)
  return timeline ? message('log.reused_without_decoding', { results }) : message('log.reused', { results })
}

const madeAt = (reused: Reuse['reused'], id: string): string =>
  (reused.get(id)?.madeAt ?? '').slice(0, 16).replace('T', ' ')

/** Returns whether the node has effects other than its outputs. */
const hasEffect = (node: AnyPlannedNode): boolean =>
  BLOCKS[node.kind].outputs.length === 0 || node.kind === 'measure' || (node.kind === 'crop' && node.config.emit_crops)

interface Running<T> {
  /** Ids of the nodes that process frames, including replayed ones and the source. */
  ids: ReadonlySet<string>
  /** Known data of each replayed node. */
  replayed: ReadonlyMap<string, T>
  pixels: boolean
}

/**
 * Determines the blocks of a graph that have to run when the outputs of some are already known. `known` is called only for
 * nodes whose outputs are needed. `readsPixels`: of a node that is not known.
 */
async function nodesToRun<T>(
  plan: Plan,
  known: (node: AnyPlannedNode) => Promise<T | null>,
  readsPixels: (node: AnyPlannedNode) => boolean = needsPixels,
): Promise<Running<T>> {
  const nodes = new Map(plan.nodes.map((n) => [n.id, n]))
  const feeding = new Set(plan.nodes.flatMap((n) => n.inlets.map((w) => w.from)))
  const ids = new Set([plan.source.id])
  const replayed = new Map<string, T>()
  const need = async (id: string): Promise<void> => {
    if (ids.has(id)) return
    ids.add(id)
    const node = nodes.get(id) as AnyPlannedNode
    const outputs = await known(node)
    if (outputs !== null) {
      replayed.set(id, outputs)
      return
    }
    for (const { from } of node.inlets) await need(from)
    if (node.kind !== 'visualize' || node.config.blur_classes.length === 0) return
    // Blurring covers the detections of all models upstream, whatever lies in between.
    for (const model of upstream(node, nodes)) if (model.kind === 'model') await need(model.id)
  }
  for (const node of plan.nodes) if (hasEffect(node) || !feeding.has(node.id)) await need(node.id)
  const pixels = plan.nodes.some((n) => ids.has(n.id) && !replayed.has(n.id) && readsPixels(n))
  return { ids, replayed, pixels }
}

/** A node whose results are reused from an earlier run. */
export interface ReusedNode {
  /** ISO 8601; null when parts of the same run have found the results. */
  madeAt: string | null
  tally: TallyState
  /** The device that ran its model. */
  device: DeviceUsed | null
}

export interface Reuse {
  /** The SHA-256 digest of the media, hex. */
  sha256: string
  /** True when the results of the parts of this run are used, its videos included. */
  isJoined: boolean
  /** Reads the frames without their pixels; null when pixels are needed. */
  timeline: MediaReader | null
  /** Nodes that are replayed, and those that therefore need not run. */
  reused: ReadonlyMap<string, ReusedNode>
  /** False for a node that need not run. */
  runs(nodeId: string): boolean
  replays(nodeId: string): boolean
  /** Null for a node that runs. */
  replay(nodeId: string): Executor | null
  /** The executor of a node that runs, recorded if that is worth it. */
  recorded(node: AnyPlannedNode, executor: Executor): Executor
  /**
   * Call when the run is complete; never rejects. `devices`: those that ran the models of nodes. Results of a node whose
   * device failed, and those made from them, are not kept, since the key names the device.
   */
  keep(
    reader: MediaReader,
    frames: number,
    tallyOf: (nodeId: string) => TallyState,
    devices: ReadonlyMap<string, DeviceUsed>,
  ): Promise<void>
  /** Closes tapes, and discards recordings that were not kept. */
  close(): Promise<void>
}

/** Null without a cache, and when the media can't be read: the code that opens it reports the reason. */
export async function openReuse(
  job: RunJob,
  plan: Plan,
  sampleFps: number | null,
  onActivity: () => void,
): Promise<Reuse | null> {
  const { cacheDir, source, parts = null } = job
  if (!cacheDir) return null
  const digest = source.images
    ? imagesDigest(source.images, onActivity)
    : knownDigest(source.path, cacheDir, onActivity).catch(() => null)
  const sha256 = await digest
  if (sha256 === null) return null
  const store = tapeStore(cacheDir)
  const keys = nodeKeys(plan, job, { sha256, sampleFps })
  const keyOf = (id: string) => keys.get(id) as string
  const framesKey = timelineKey(keyOf(plan.source.id))
  const detected = parts ? detectedInParts(plan) : new Set<string>()
  const tapes = { folders: parts?.detected ?? [], detections: [...detected].map(keyOf), frames: framesKey }
  const isJoined = parts !== null && (await joinTapes(store, tapes))
  const isOwn = (id: string) => isJoined && detected.has(id)
  const opened: Tape[] = []
  const tapeOf = async (key: string): Promise<Tape | null> => {
    const tape = await store.open(key)
    if (tape) opened.push(tape)
    return tape
  }
  const isDrawn = (node: AnyPlannedNode) => isJoined && parts?.drawn !== null && isDrawing(node)
  const running = await nodesToRun(
    plan,
    async (node) => (isRecorded(node) ? await tapeOf(keyOf(node.id)) : null),
    (node) => needsPixels(node) && !isDrawn(node),
  )
  const timelineTape = running.pixels ? null : await tapeOf(framesKey)
  const recorders = recordersOf(plan, store, keyOf, framesKey)
  const reused = new Map<string, ReusedNode>()
  for (const [id, tape] of running.replayed) {
    const { madeAt, tallies, devices } = tape.end as TapeEnd
    for (const [node, tally] of Object.entries(tallies)) {
      if (node !== id && running.ids.has(node)) continue
      reused.set(node, { madeAt: isOwn(id) ? null : madeAt, tally, device: devices[node] ?? null })
    }
  }
  return {
    sha256,
    isJoined,
    timeline: timelineTape && readTimeline(timelineTape),
    reused,
    runs: (id) => running.ids.has(id),
    replays: (id) => running.replayed.has(id),
    replay(id) {
      const tape = running.replayed.get(id)
      if (!tape) return null
      return replayExecutor(tape, isOwn(id) ? (reused.get(id)?.tally.busyMs ?? 0) : 0)
    },
    recorded: (node, executor) => recorders.begin(node, timelineTape === null)?.recorded(executor) ?? executor,
    async keep(reader, frames, tallyOf, devices) {
      const nodes = new Map(plan.nodes.map((n) => [n.id, n]))
      const isOfKey = (node: AnyPlannedNode): boolean =>
        [...upstream(node, nodes), node].every(({ id }) => !devices.get(id)?.fell_back)
      const deviceOf = (id: string) => devices.get(id) ?? reused.get(id)?.device
      const madeAt = new Date().toISOString()
      const known = (id: string): TallyState => ({ ...(reused.get(id)?.tally ?? tallyOf(id)), busyMs: 0 })
      const endOf = (node: AnyPlannedNode): object => {
        if (node.kind === 'source') {
          const { info, warnings, skipped = null } = reader
          return { info, warnings, skipped }
        }
        const all = [...upstream(node, nodes), node].filter((n) => n.kind !== 'source')
        return {
          frames,
          madeAt,
          tallies: Object.fromEntries(all.map(({ id }) => [id, known(id)])),
          devices: Object.fromEntries(
            all.flatMap(({ id }) => {
              const device = deviceOf(id)
              return device ? [[id, device]] : []
            }),
          ),
        } satisfies TapeEnd
      }
      const kept = recorders.keep(frames, endOf, isOfKey)
      if (kept) await store.sweep().catch(() => undefined)
    },
    async close() {
      recorders.discard()
      await Promise.allSettled(opened.map((tape) => tape.close()))
    },
  }
}

/** Models and trackers are expensive; filters and the like are not. */
const isRecorded = ({ kind }: AnyPlannedNode): boolean => kind === 'model' || kind === 'track'

function recordersOf(plan: Plan, store: TapeStore, keyOf: (id: string) => string, framesKey: string) {
  const recorders = new Map<AnyPlannedNode, Recorder>()
  const isWorthIt = plan.nodes.some(isRecorded)
  const create = (node: AnyPlannedNode): Recorder | null => {
    if (isRecorded(node)) return detectionRecorder(store, keyOf(node.id))
    const isNew = node.kind === 'source' && isWorthIt && !store.has(framesKey)
    return isNew ? timelineRecorder(store, framesKey) : null
  }
  return {
    begin(node: AnyPlannedNode, isDecoding: boolean): Recorder | null {
      if (node.kind === 'source' && !isDecoding) return null
      const recorder = create(node)
      if (recorder) recorders.set(node, recorder)
      return recorder
    },
    /** True when a tape was kept. */
    keep(frames: number, endOf: (node: AnyPlannedNode) => object, isKept: (node: AnyPlannedNode) => boolean): boolean {
      for (const [node, recorder] of recorders) if (!isKept(node)) recorder.discard()
      return [...recorders].map(([node, recorder]) => recorder.keep(frames, () => endOf(node))).includes(true)
    },
    discard(): void {
      for (const recorder of recorders.values()) recorder.discard()
    },
  }
}
