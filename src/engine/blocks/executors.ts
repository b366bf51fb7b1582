/** Maps each block kind to its executor. A kind without an executor does not compile. */
import type { BlockKindName } from '../../shared/blocks/catalogue.ts'
import { type Executor, type ExecutorFactory, NOTHING, type NodeContext } from '../nodes/executor.ts'
import { keeps } from '../nodes/findings.ts'
import { condition } from './condition.ts'
import { measure } from './measure.ts'
import { model } from './model.ts'
import { sink } from './sink.ts'
import { track } from './track.ts'

/**
 * Modules that need libav or a canvas are loaded on first use: a run that only repeats the measuring starts without
 * them.
 */
const LATER = { crop: () => import('./crop.ts'), visualize: () => import('./visualize.ts') }

/** Loads the modules that blocks of these kinds need, to overlap with other start-up work. */
export async function loadExecutors(kinds: readonly BlockKindName[]): Promise<void> {
  for (const kind of kinds) if (kind === 'crop' || kind === 'visualize') await LATER[kind]()
}

/** Emits the frame that the runtime has read. */
const source: ExecutorFactory<'source'> = () => ({
  parallel: true,
  process: ({ frame }) => ({ frames: { type: 'frames', frame, regions: null } }),
})

export const filter: ExecutorFactory<'filter'> = ({ node: { config } }) => ({
  process({ detections }) {
    if (!detections) return NOTHING
    return { detections: { type: 'detections', detections: detections.filter((d) => keeps(config, d)) } }
  },
})

const EXECUTORS: { [K in BlockKindName]: ExecutorFactory<K> } = {
  source,
  model,
  filter,
  track,
  crop: async (context) => (await LATER.crop()).crop(context),
  condition,
  measure,
  visualize: async (context) => (await LATER.visualize()).visualize(context),
  sink,
}

export const createExecutor = async <K extends BlockKindName>(context: NodeContext<K>): Promise<Executor> =>
  EXECUTORS[context.node.kind](context)
