/** Deployments: models at addresses of their own, served by processes of this platform. */
import { join } from 'node:path'
import { MAX_PREDICTION_BYTES } from '../../../shared/api/predictions.ts'
import { message } from '../../../shared/messages/message.ts'
import { createCredits } from '../../accounts/credits/credits.ts'
import { createUptimeCharges } from '../../accounts/credits/uptime-charges.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { VerifySecret } from '../../http/auth.ts'
import type { GroupHandlers, Handlers } from '../../http/handler.ts'
import type { DevicesArea } from '../devices/devices-area.ts'
import type { ModelArea } from '../model-area.ts'
import { type Compute, createCompute } from './compute.ts'
import { type Containers, createContainers } from './containers.ts'
import { convertDeployments, createDeploymentRepository } from './deployment-repository.ts'
import { createDeploymentTokens } from './deployment-token.ts'
import { createDeployments, type Deployments } from './deployments.ts'
import { createLoadImage } from './image-url.ts'
import { createLifecycle } from './lifecycle.ts'
import { createPredictions, type Predictions } from './predictions.ts'
import { createUptime } from './uptime.ts'

export interface DeploymentAreaNeeds {
  models: ModelArea
  devices: DevicesArea
  /** True when images may be loaded from addresses inside this network, and without TLS. */
  allowPrivate: boolean
}

export interface DeploymentArea extends Area {
  verifyToken: VerifySecret
  handlers: Pick<Handlers, 'deployments'>
}

const CHARGED_EVERY_MS = 1000
/** Each server has containers of its own, so that any of them predicts. */
const FOLLOWED_EVERY_MS = 1000

const deploymentHandlers = (
  deployments: Deployments,
  compute: Compute,
  predictions: Predictions,
): GroupHandlers<'deployments'> => ({
  computeOptions: ({ caller }) => compute.options(caller.organizationId),
  quote: ({ caller, query }) => compute.quote(caller.organizationId, query),
  create: ({ caller, body, origin }) => deployments.create(caller, body, origin),
  get: ({ caller, params, origin }) => deployments.get(caller, params.deployment, origin),
  list: ({ caller, query, origin }) => deployments.list(caller, query, origin),
  metrics: ({ caller, params }) => deployments.metrics(caller, params.deployment),
  pause: ({ caller, params, origin }) => deployments.pause(caller, params.deployment, origin),
  resume: ({ caller, params, origin }) => deployments.resume(caller, params.deployment, origin),
  delete: ({ caller, params }) => deployments.delete(caller, params.deployment),
  reveal: ({ caller, params }) => deployments.reveal(caller, params.deployment),
  rotateToken: ({ caller, params }) => deployments.rotateToken(caller, params.deployment),
  predict: predictions.predict,
  async try({ caller, params, body, signal, origin }) {
    const { id } = await deployments.get(caller, params.deployment, origin)
    return predictions.run(id, { body, form: null, signal })
  },
  bulkPause: ({ caller, body }) => deployments.bulkPause(caller, body.deployment_ids),
  bulkResume: ({ caller, body }) => deployments.bulkResume(caller, body.deployment_ids),
  bulkDelete: ({ caller, body }) => deployments.bulkDelete(caller, body.deployment_ids),
})

export function createDeploymentArea(services: PlatformServices, needs: DeploymentAreaNeeds): DeploymentArea {
  const { db, engine, events, folders, blobs, now, log } = services
  const { models } = needs.models
  const repository = createDeploymentRepository(db)
  const compute = createCompute(db, needs.devices.devices.found)
  const tokens = createDeploymentTokens(services)
  const charges = createUptimeCharges(createCredits(now), now)
  const lifecycle = createLifecycle({ repository, compute, blobs, events, containers: () => containers, now, log })
  const uptime = createUptime({
    db,
    charges,
    server: services.processId,
    now,
    log,
    unpaid: async (row) => void (await lifecycle.pause(row, message('deployment.out_of_credits'))),
  })
  const containers: Containers = createContainers(engine, folders.deviceChecks, {
    ...lifecycle.reports,
    running: uptime.running,
  })
  const deployments = createDeployments({
    db,
    repository,
    models,
    compute,
    tokens,
    charges,
    containers,
    lifecycle,
    now,
  })
  const loadImage = createLoadImage({ allowPrivate: needs.allowPrivate, maxBytes: MAX_PREDICTION_BYTES })
  const folder = join(folders.tmp, 'predictions')
  const predictions = createPredictions({ repository, containers, loadImage, folder })
  let timer: NodeJS.Timeout | undefined
  let following: NodeJS.Timeout | undefined
  const follow = () =>
    void lifecycle.follow().catch((error) => log('warning', 'Changed deployments could not be followed.', error))
  needs.models.follow({ converted: convertDeployments, after: follow })
  let recovered: Promise<void> = Promise.resolve()
  return {
    verifyToken: tokens.verify,
    handlers: { deployments: deploymentHandlers(deployments, compute, predictions) },
    listening() {
      recovered = lifecycle.recover().catch((error) => log('error', 'Deployments could not be started again.', error))
      timer = setInterval(() => void uptime.charge(), CHARGED_EVERY_MS)
      timer.unref()
      following = setInterval(follow, FOLLOWED_EVERY_MS).unref()
    },
    async close() {
      clearInterval(timer)
      clearInterval(following)
      await recovered
      await lifecycle.close()
      await uptime.close()
    },
  }
}
