/** What runs each block kind. A kind without an executor does not compile. */
import type { BlockKindName } from '../../shared/blocks/catalogue.ts'
import { condition } from './condition.ts'
import type { Executor, ExecutorFactory, NodeContext } from './executor.ts'
import { filter } from './filter.ts'
import { measure } from './measure.ts'
import { model } from './model.ts'
import { sink } from './sink.ts'
import { source } from './source.ts'
import { track } from './track.ts'

/** What needs libav or a canvas is loaded when it is used: a run that only measures anew starts without them. */
const LATER = { crop: () => import('./crop.ts'), visualize: () => import('./visualize.ts') }

/** Loads what blocks of these kinds need, while there is something else to wait for. */
export async function loadExecutors(kinds: readonly BlockKindName[]): Promise<void> {
  for (const kind of kinds) if (kind === 'crop' || kind === 'visualize') await LATER[kind]()
}

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
