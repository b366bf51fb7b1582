/** Evaluations of models on exports of data sets. */

import { createCharges, createCredits } from '../../accounts/credits/credits.ts'
import type { ExportArea } from '../../exchange/exports/export-area.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { JobsArea } from '../../work/jobs/jobs-area.ts'
import type { DevicesArea } from '../devices/devices-area.ts'
import type { ModelArea } from '../model-area.ts'
import { createEvaluationCharges } from './evaluation-charges.ts'
import { evaluationHandlers } from './evaluation-handlers.ts'
import { EVALUATION, evaluationJob } from './evaluation-job.ts'
import { createEvaluationRepository } from './evaluation-repository.ts'
import { createEvaluations } from './evaluations.ts'
import { createImageLists } from './image-lists.ts'

export interface EvaluationAreaNeeds {
  models: ModelArea
  devices: DevicesArea
  jobs: JobsArea
  exports: ExportArea
}

export interface EvaluationArea extends Area {
  handlers: Pick<Handlers, 'modelEvaluations'>
}

export function createEvaluationArea(services: PlatformServices, needs: EvaluationAreaNeeds): EvaluationArea {
  const { db, engine, events, folders, now } = services
  const recordedExports = needs.exports.recorded
  const { models } = needs.models
  const { jobs } = needs.jobs
  const repository = createEvaluationRepository(db)
  const imageLists = createImageLists(db)
  const charges = createEvaluationCharges(createCharges(createCredits(now), now))
  jobs.register(
    evaluationJob({
      repository,
      imageLists,
      recordedExports,
      models,
      engine,
      charges,
      events,
      now,
      device: needs.devices.devices.chosen,
      deviceChecks: folders.deviceChecks,
    }),
  )
  const evaluations = createEvaluations({ db, repository, recordedExports, models, charges, jobs, events, now })
  jobs.control(EVALUATION, {
    cancel: (caller, job) => evaluations.cancel(caller, job.id),
    retry: async (caller, job) => (await evaluations.again(caller, job.id)).id,
  })
  return { handlers: { modelEvaluations: evaluationHandlers(evaluations, imageLists, recordedExports) } }
}
