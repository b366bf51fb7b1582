/** Previews a graph that is being edited on a moment of its media. */

import { ApiError } from '../../shared/api/errors.ts'
import type { WorkflowPreview } from '../../shared/api/workflows.ts'
import { givenOptions, problemOf } from '../../shared/domain/conversion.ts'
import type { RunError } from '../../shared/domain/run.ts'
import type { Engine, ModelFile } from '../../shared/engine-contract/job.ts'
import type { Preview } from '../../shared/engine-contract/preview.ts'
import { type Said, saidOf } from '../../shared/messages/said.ts'
import { invalidField } from '../db/naming/invalid-field.ts'
import type { Caller } from '../machine/identity/caller.ts'
import { unfitField } from '../models/inspect-model.ts'
import type { FindRunMedia, SourceConfig } from './readiness/run-media.ts'
import type { CheckRunnable, Readiness } from './readiness/runnable.ts'

export interface Previews {
  /**
   * @throws ApiError graph_not_runnable without a source that can be read, or when a block fails; invalid_field for options
   * that do not fit
   */
  look(caller: Caller, request: WorkflowPreview): Promise<Preview>
}

export interface PreviewsOptions {
  engine: Engine
  findMedia: FindRunMedia
  checkRunnable: CheckRunnable
}

export function createPreviews({ engine, findMedia, checkRunnable }: PreviewsOptions): Previews {
  return {
    async look(caller, { graph, at_seconds, window_seconds, picture, conversions = {} }) {
      const block = graph.nodes.find((n) => n.type === 'source')
      const config = (block?.config ?? {}) as SourceConfig
      const found = await findMedia(config, caller)
      if (!found.ok) throw notShown(found.problem, block?.id)
      const { kind, name } = found.media
      const { models: stored } = await checkRunnable(graph, caller)
      const models = withConversions(stored, conversions)
      const sampleFps = typeof config.sample_fps === 'number' ? config.sample_fps : null
      const path = await found.media.localFile()
      const images = await found.media.images()
      const looked = await engine.preview({
        graph,
        source: { kind, name, uri: config.gcs_uri ?? null, path, images, sampleFps, durationS: null },
        models,
        atS: at_seconds,
        windowS: window_seconds,
        picture,
      })
      if (!looked.ok)
        throw unfitTried(looked.error, conversions) ?? notShown(looked.error, looked.error.node_id ?? undefined)
      return looked.value
    },
  }
}

type Tried = NonNullable<WorkflowPreview['conversions']>

/** An option that is tried and does not fit its model. */
const unfitTried = (error: RunError, tried: Tried): ApiError | null =>
  error.node_id !== null && Object.hasOwn(tried, error.node_id)
    ? unfitField(error, `/conversions/${error.node_id}`)
    : null

/** @throws ApiError invalid_field */
function withConversions(models: Readiness['models'], tried: Tried) {
  const changed = Object.entries(models).map(([id, file]): [string, ModelFile] => {
    const given = Object.hasOwn(tried, id) ? tried[id] : undefined
    if (given === undefined) return [id, file]
    const found = given && problemOf(given)
    if (found) throw invalidField(`/conversions/${id}/${found.field}`, found.problem)
    return [id, { ...file, conversion: givenOptions(given) }]
  })
  return Object.fromEntries(changed)
}

const notShown = (reason: Said, node_id: string | undefined) =>
  new ApiError('graph_not_runnable', reason, [{ ...saidOf(reason), ...(node_id !== undefined && { node_id }) }])
