import type { GroupHandlers } from '../../http/handler.ts'
import type { Compute } from './compute.ts'
import type { Deployments } from './deployments.ts'
import type { Predictions } from './predictions.ts'

export const deploymentHandlers = (
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
