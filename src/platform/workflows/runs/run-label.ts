/** Runs that need a machine of a certain kind. */
import { AUTO, CPU } from '../../../shared/domain/device.ts'
import type { Graph } from '../../../shared/graph/graph.ts'
import type { JobsArea } from '../../work/jobs/jobs-area.ts'

/** By convention the label of workers with a GPU. */
const GPU = 'gpu'

export type RunLabel = (graph: Graph) => Promise<string | undefined>

/** Where a worker has the label `gpu`, such workers execute the runs of which a block names a GPU. */
export const createRunLabel =
  (jobs: Pick<JobsArea, 'hasWorker'>): RunLabel =>
  async ({ nodes }) =>
    nodes.some(({ config }) => namesGpu(config.device)) && (await jobs.hasWorker(GPU)) ? GPU : undefined

const namesGpu = (device: unknown): boolean => typeof device === 'string' && device !== AUTO && device !== CPU
