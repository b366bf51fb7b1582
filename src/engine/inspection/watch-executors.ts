/** The executors of the blocks that record a run for its inspector. */
import type { Executor, NodeContext } from '../nodes/executor.ts'
import { jsonSink } from '../sinks/json-sink.ts'
import { sinkContext, sinkExecutor } from '../sinks/sink-writer.ts'
import type { LiveFrame } from './live-frame.ts'
import type { WatcherKind } from './watched-plan.ts'

/** In bytes: about an hour of video with ten objects in each frame; the results contain the rest. */
export const INSPECTION_LIMITS = { frames: 256_000_000, events: 128_000_000 }

export type InspectionLimits = typeof INSPECTION_LIMITS

export async function watchExecutor(
  kind: WatcherKind,
  context: NodeContext<'sink'>,
  live: LiveFrame,
  limits: InspectionLimits,
): Promise<Executor> {
  const { node, plan, classNames } = context
  if (kind === 'picture') return live.executor({ classNames, isDrawn: node.inlets[0]?.from !== plan.source.id })
  return sinkExecutor(await jsonSink(sinkContext(context), { internal: true, maxBytes: limits[kind] }))
}
