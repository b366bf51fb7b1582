/**
 * Sends frames through the executors. Each node waits for its inputs of the same frame and, unless it is `parallel`,
 * for itself on the frame before: so models work on several frames at once, and everything with a memory sees every
 * frame in order.
 */

import type { MeasureEvent } from '../../shared/domain/event.ts'
import type { Executor, NodeInput } from '../blocks/executor.ts'
import { unite } from '../blocks/unite.ts'
import type { Frame } from '../media/frame.ts'
import { NodeTally } from './figures.ts'
import { findingsFor } from './findings.ts'
import type { Outputs, Packet } from './packet.ts'
import type { AnyPlannedNode } from './plan.ts'
import { asRunFailure } from './run-failure.ts'

export interface Stage {
  node: AnyPlannedNode
  executor: Executor
}

export class Pipeline {
  readonly #stages: readonly Stage[]
  readonly #nodes: ReadonlyMap<string, AnyPlannedNode>
  readonly #tallies: ReadonlyMap<string, NodeTally>
  /** Each ordered node's work on its latest frame. */
  readonly #latest = new Map<string, Promise<Outputs>>()

  constructor(stages: readonly Stage[]) {
    this.#stages = stages
    this.#nodes = new Map(stages.map((s) => [s.node.id, s.node]))
    this.#tallies = new Map(stages.map((s) => [s.node.id, new NodeTally()]))
  }

  tally(nodeId: string): NodeTally {
    return this.#tallies.get(nodeId) as NodeTally
  }

  /**
   * Works on one frame; frames must be handed over in order, without waiting for each other. Closes the frame and all
   * its copies when nobody works on them any more. Rejects with a `RunFailure` that names the node.
   */
  async send(frame: Frame): Promise<void> {
    const work = new Map<string, Promise<Outputs>>()
    const copies = new Set<Frame>()
    for (const stage of this.#stages) {
      const { id } = stage.node
      const before = stage.executor.parallel ? undefined : this.#latest.get(id)
      const outputs = this.#step(stage, frame, work, before, copies)
      work.set(id, outputs)
      if (!stage.executor.parallel) this.#latest.set(id, outputs)
    }
    const results = await Promise.allSettled(work.values())
    for (const copy of copies) copy.close()
    frame.close()
    const failed = results.find((r) => r.status === 'rejected')
    if (failed) throw failed.reason
  }

  async #step(
    { node, executor }: Stage,
    frame: Frame,
    work: ReadonlyMap<string, Promise<Outputs>>,
    before: Promise<Outputs> | undefined,
    copies: Set<Frame>,
  ): Promise<Outputs> {
    const inputs = await Promise.all(
      node.inlets.map(async ({ from, output }) => ({ from, packet: (await work.get(from))?.[output] })),
    )
    await before
    const tally = this.tally(node.id)
    const found = () => findingsFor(node.inlets, this.#nodes, (id) => work.get(id))
    const input = { ...inputOf(frame, inputs), found }
    if (node.kind === 'source' || inputs.some((i) => i.packet)) tally.framesIn++
    const startedAt = performance.now()
    try {
      const outputs = await executor.process(input)
      tally.busyMs += performance.now() - startedAt
      tally.putOut(outputs)
      for (const packet of Object.values(outputs)) {
        if (packet.type === 'frames' && packet.frame !== frame) copies.add(packet.frame)
      }
      return outputs
    } catch (error) {
      throw asRunFailure(error, node.id)
    }
  }

  /** After the last frame: what blocks still hold back goes to the sinks, and files are ended. */
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

function inputOf(
  frame: Frame,
  inputs: readonly { from: string; packet: Packet | undefined }[],
): Omit<NodeInput, 'found'> {
  const frames: NodeInput['frames'][number][] = []
  const detections: (readonly NonNullable<NodeInput['detections']>[number][])[] = []
  const events: NodeInput['events'][number][] = []
  for (const { from, packet } of inputs) {
    if (packet?.type === 'frames') frames.push({ ...packet, from })
    else if (packet?.type === 'detections') detections.push(packet.detections)
    else if (packet?.type === 'events') events.push({ ...packet, from })
  }
  return { frame, frames, detections: detections.length > 0 ? unite(detections) : null, events }
}
