/** What runs each block kind. A kind without an executor does not compile. */
import type { BlockKindName } from '../../shared/blocks/catalogue.ts'
import { condition } from './condition.ts'
import { crop } from './crop.ts'
import type { Executor, ExecutorFactory, NodeContext } from './executor.ts'
import { filter } from './filter.ts'
import { measure } from './measure.ts'
import { model } from './model.ts'
import { sink } from './sink.ts'
import { source } from './source.ts'
import { track } from './track.ts'
import { visualize } from './visualize.ts'

const EXECUTORS: { [K in BlockKindName]: ExecutorFactory<K> } = {
  source,
  model,
  filter,
  track,
  crop,
  condition,
  measure,
  visualize,
  sink,
}

export const createExecutor = async <K extends BlockKindName>(context: NodeContext<K>): Promise<Executor> =>
  EXECUTORS[context.node.kind](context)
