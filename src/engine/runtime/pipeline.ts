/**
 * Runs frames through the executors. Each node waits for its inputs of the same frame and, unless it is `parallel`, for
 * its own work on the previous frame: so models process several frames concurrently, and every stateful block receives
 * all frames in order.
 */

import { serialize } from 'node:v8'
import type { BlockKindName } from '../../shared/blocks/catalogue.ts'
import type { Detection } from '../../shared/domain/detection.ts'
import type { MeasureEvent } from '../../shared/domain/event.ts'
import { asRunFailure } from '../core/run-failure.ts'
import { withWatchdog } from '../core/watchdog.ts'
import type { Frame } from '../media/frame.ts'
import { type Executor, NOTHING, type NodeInput, type Outputs, type Packet } from '../nodes/executor.ts'
import { findingsFor } from '../nodes/findings.ts'
import { mergeDetections } from '../nodes/merge-detections.ts'
import { NodeTally, thresholdOf } from '../nodes/node-tally.ts'
import type { AnyPlannedNode, Inlet, PlannedNode } from '../nodes/plan.ts'
import type { NodeState } from '../output/work-folder.ts'

export interface Stage {
  node: AnyPlannedNode
  executor: Executor
}

/** Outputs of each node for one frame, by its id. */
type Work = Map<string, Outputs | Promise<Outputs>>

/** Block kinds without state between frames. */
const FORGETFUL = new Set<BlockKindName>(['source', 'model', 'filter'])

const NONE: readonly never[] = []

/**
 * Builds the input of a node from the packets on its wires. A run that decodes nothing makes millions of these: only inputs
 * with packets are allocated.
 */
function inputOf(
  frame: Frame,
  { inlets, union }: Pick<PlannedNode, 'inlets' | 'union'>,
  packets: readonly (Packet | undefined)[],
  found: NodeInput['found'],
): NodeInput {
  let frames: NodeInput['frames'] = NONE
  let events: NodeInput['events'] = NONE
  let detections: NodeInput['detections'] = null
  let lists: (readonly Detection[])[] | null = null
  for (let i = 0; i < packets.length; i++) {
    const packet = packets[i]
    const { from } = inlets[i] as Inlet
    if (packet?.type === 'frames') frames = [...frames, { ...packet, from }]
    else if (packet?.type === 'events') events = [...events, { ...packet, from }]
    else if (packet?.type === 'detections') {
      if (detections === null) detections = packet.detections
      else {
        lists ??= [detections]
        lists.push(packet.detections)
      }
    }
  }
  if (detections !== null && (lists !== null || union !== undefined)) {
    detections = mergeDetections(lists ?? [detections], union)
  }
  return { frame, frames, detections, events, found }
}

export class Pipeline {
  readonly #stages: readonly Stage[]
  readonly #nodes: ReadonlyMap<string, AnyPlannedNode>
  readonly #tallies: Map<string, NodeTally>
  /** Each ordered node's work on its latest frame. */
  readonly #latest = new Map<string, Outputs | Promise<Outputs>>()

  /**
   * `saved`: state of the nodes in the run that is resumed. `plan`: all nodes, including those that need not run
   * because nodes downstream are replayed.
   */
  constructor(
    stages: readonly Stage[],
    saved: Readonly<Record<string, NodeState>> = {},
    plan: readonly AnyPlannedNode[] = stages.map((s) => s.node),
  ) {
    this.#stages = stages
    this.#nodes = new Map(plan.map((node) => [node.id, node]))
    this.#tallies = new Map(stages.map((s) => [s.node.id, new NodeTally(thresholdOf(s.node), saved[s.node.id]?.tally)]))
  }

  tally(nodeId: string): NodeTally {
    return this.#tallies.get(nodeId) as NodeTally
  }

  /**
   * Processes one frame; frames must be passed in order, without waiting for each other. Closes the frame and all its
   * copies when no block uses them any more. Returns undefined when all blocks finished synchronously; otherwise the
   * promise rejects with a `RunFailure` that names the node.
   */
  send(frame: Frame): Promise<void> | undefined {
    const work: Work = new Map()
    const copies = new Set<Frame>()
    let isPending = false
    for (const stage of this.#stages) {
      const { id } = stage.node
      const outputs = this.#step(stage, frame, work, copies)
      if (outputs instanceof Promise) isPending = true
      work.set(id, outputs)
      if (!stage.executor.parallel) this.#remember(id, outputs)
    }
    if (isPending) return this.#ended(frame, work, copies)
    closeAll(frame, copies)
    return undefined
  }

  async #ended(frame: Frame, work: Work, copies: ReadonlySet<Frame>): Promise<void> {
    const results = await Promise.allSettled(work.values())
    closeAll(frame, copies)
    const failed = results.find((r) => r.status === 'rejected')
    if (failed) throw failed.reason
  }

  /** Finished outputs are stored without a promise, so that the next frame need not wait for one. */
  #remember(id: string, outputs: Outputs | Promise<Outputs>): void {
    this.#latest.set(id, outputs)
    if (!(outputs instanceof Promise)) return
    const settle = (done: Outputs) => {
      if (this.#latest.get(id) === outputs) this.#latest.set(id, done)
    }
    outputs.then(settle, () => undefined)
  }

  /** False when a block's state can't be saved. */
  get canSave(): boolean {
    return this.#stages.every(({ node, executor }) => !executor.replays && (FORGETFUL.has(node.kind) || executor.save))
  }

  /** True when a block can be saved only after the last frame before a key frame of its video. */
  get savesBetweenStretches(): boolean {
    return this.#stages.some(({ executor }) => executor.savesBetweenStretches)
  }

  /**
   * State of every node after the last frame sent; later frames wait behind it. `sent`: resolves when all frames sent
   * so far are done. Rejects with a `RunFailure` that names the node.
   */
  async save(sent: Promise<void>): Promise<Record<string, NodeState>> {
    const saves = this.#stages.map(({ node: { id }, executor }) => {
      const earlier = this.tally(id)
      const tally = earlier.split()
      this.#tallies.set(id, tally)
      const before = this.#latest.get(id)
      let saving: Promise<Uint8Array> | null = null
      const taken = (async () => {
        const outputs = (await before) ?? NOTHING
        // The state is captured before `save` returns; files may be flushed while the next frame is processed.
        saving = serializedState(executor).catch((error: unknown) => {
          throw asRunFailure(error, id)
        })
        saving.catch(() => undefined)
        return outputs
      })()
      taken.catch(() => undefined)
      if (before) this.#latest.set(id, taken)
      return async (): Promise<[string, NodeState]> => {
        await taken
        const saved = (await saving) as Uint8Array
        await sent
        const state: NodeState = { saved, tally: earlier.state(executor.busyMs?.()) }
        tally.merge()
        return [id, state]
      }
    })
    return Object.fromEntries(await Promise.all(saves.map((settled) => settled())))
  }

  /** Waits only for pending work: blocks that return synchronously are done immediately. */
  #step(stage: Stage, frame: Frame, work: Work, copies: Set<Frame>): Outputs | Promise<Outputs> {
    const { node, executor } = stage
    // A checkpoint requested while this frame is in flight includes it.
    const tally = this.tally(node.id)
    const before = executor.parallel ? undefined : this.#latest.get(node.id)
    const waitsFor = node.inlets.some(({ from }) => work.get(from) instanceof Promise)
    try {
      if (waitsFor || before instanceof Promise) return this.#stepLater(stage, tally, frame, work, before, copies)
      const packets = node.inlets.map(({ from, output }) => (work.get(from) as Outputs)[output])
      return this.#process(stage, tally, frame, packets, work, copies)
    } catch (error) {
      return Promise.reject(asRunFailure(error, node.id))
    }
  }

  async #stepLater(
    stage: Stage,
    tally: NodeTally,
    frame: Frame,
    work: Work,
    before: Outputs | Promise<Outputs> | undefined,
    copies: Set<Frame>,
  ): Promise<Outputs> {
    const packets = await Promise.all(
      stage.node.inlets.map(async ({ from, output }) => (await work.get(from))?.[output]),
    )
    await before
    try {
      return await this.#process(stage, tally, frame, packets, work, copies)
    } catch (error) {
      throw asRunFailure(error, stage.node.id)
    }
  }

  #process(
    { node, executor }: Stage,
    tally: NodeTally,
    frame: Frame,
    packets: readonly (Packet | undefined)[],
    work: Work,
    copies: Set<Frame>,
  ): Outputs | Promise<Outputs> {
    const found = () => findingsFor(node.inlets, this.#nodes, (id) => work.get(id))
    const input = inputOf(frame, node, packets, found)
    if (node.kind === 'source' || packets.some(Boolean)) tally.framesIn++
    const startedAt = performance.now()
    const finished = (outputs: Outputs): Outputs => {
      tally.busyMs += performance.now() - startedAt
      if (executor.replays && outputs !== NOTHING) tally.framesIn++
      tally.countOutputs(outputs)
      for (const port in outputs) {
        const packet = outputs[port] as Packet
        if (packet.type === 'frames' && packet.frame !== frame) copies.add(packet.frame)
      }
      return outputs
    }
    const outputs = executor.process(input)
    if (!(outputs instanceof Promise)) return finished(outputs)
    return withWatchdog(node.id, () => outputs).then(finished, (error: unknown) => {
      throw asRunFailure(error, node.id)
    })
  }

  /** After the last frame: passes the blocks' remaining events to the sinks, and ends all files. */
  async finish(endS: number): Promise<void> {
    const late = new Map<string, readonly MeasureEvent[]>()
    for (const { node, executor } of this.#stages) {
      const incoming = node.inlets.flatMap(({ from, type }) => (type === 'events' ? (late.get(from) ?? []) : []))
      try {
        const events = (await executor.finish?.(incoming, endS)) ?? []
        late.set(node.id, events)
        this.tally(node.id).events += events.length
      } catch (error) {
        throw asRunFailure(error, node.id)
      }
    }
  }
}

function closeAll(frame: Frame, copies: ReadonlySet<Frame>): void {
  for (const copy of copies) copy.close()
  frame.close()
}

/** A plain value is serialised immediately, a promise when it resolves. */
async function serializedState(executor: Executor): Promise<Uint8Array> {
  const saved = executor.save?.()
  return serialize(saved instanceof Promise ? await saved : (saved ?? null))
}
