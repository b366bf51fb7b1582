/** Deployments, as callers manage them. */
import {
  type BulkActionResult,
  type CreatedDeployment,
  DEPLOYMENT_STATUSES,
  type Deployment,
  type DeploymentCreate,
  type DeploymentMetrics,
  type RevealedDeploymentToken,
} from '../../../shared/api/deployments.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { message } from '../../../shared/messages/message.ts'
import type { UptimeCharges } from '../../accounts/credits/uptime-charges.ts'
import { noteReplaced, noteSeen } from '../../accounts/secrets/reveals.ts'
import { type Database, isUuid, newId, toJson, toJsonOrNull } from '../../db/database.ts'
import { insertWithFreeName, invalidField, requirePathName, unlessTaken } from '../../db/naming/resource-name.ts'
import type { DeploymentRow } from '../../db/schema/deployments.ts'
import { BlobGone } from '../../files/blobs/name-blobs.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Models } from '../models.ts'
import { type Compute, minutesOf, type Placement } from './compute.ts'
import type { Containers } from './containers.ts'
import { deploymentOf } from './deployment-record.ts'
import type { DeploymentFilter, DeploymentRepository } from './deployment-repository.ts'
import type { DeploymentTokens } from './deployment-token.ts'
import type { Lifecycle } from './lifecycle.ts'

const UNTERMINATED = DEPLOYMENT_STATUSES.filter((status) => status !== 'terminated')

/** `origin`: scheme, host and port under which the caller reached the server. */
export interface Deployments {
  /** @throws ApiError not_found and wrong_state for the model, invalid_field, name_conflict, insufficient_credits */
  create(caller: Caller, request: DeploymentCreate, origin: string): Promise<CreatedDeployment>
  list(caller: Caller, filter: DeploymentFilter, origin: string): Promise<Deployment[]>
  /** @throws ApiError not_found, here and below */
  get(caller: Caller, nameOrId: string, origin: string): Promise<Deployment>
  metrics(caller: Caller, nameOrId: string): Promise<DeploymentMetrics>
  /** @throws ApiError wrong_state for a terminated one */
  pause(caller: Caller, nameOrId: string, origin: string): Promise<Deployment>
  /** @throws ApiError wrong_state unless it is paused, insufficient_credits */
  resume(caller: Caller, nameOrId: string, origin: string): Promise<Deployment>
  delete(caller: Caller, nameOrId: string): Promise<void>
  /** @throws ApiError already_revealed, secret_not_kept */
  reveal(caller: Caller, nameOrId: string): Promise<RevealedDeploymentToken>
  /** Calls with the token until now fail within a second. @throws ApiError wrong_state for a terminated one */
  rotateToken(caller: Caller, nameOrId: string): Promise<RevealedDeploymentToken>
  bulkPause(caller: Caller, ids: readonly string[]): Promise<BulkActionResult>
  /** @throws ApiError insufficient_credits unless there is enough for all */
  bulkResume(caller: Caller, ids: readonly string[]): Promise<BulkActionResult>
  bulkDelete(caller: Caller, ids: readonly string[]): Promise<BulkActionResult>
}

export interface DeploymentsOptions {
  db: Database
  repository: DeploymentRepository
  models: Models
  compute: Compute
  tokens: DeploymentTokens
  charges: UptimeCharges
  containers: Containers
  lifecycle: Lifecycle
  now: () => Date
}

export function createDeployments(options: DeploymentsOptions): Deployments {
  const { db, repository, models, compute, tokens, charges, containers, lifecycle, now } = options

  async function rowOf({ organizationId }: Caller, nameOrId: string): Promise<DeploymentRow> {
    const row = await repository.find(organizationId, nameOrId)
    if (!row) throw new ApiError('not_found', message('deployment.missing', { name: nameOrId }))
    return row
  }

  async function modelFor(caller: Caller, modelId: string) {
    const { id, name, status, model_type } = await models.get(caller, modelId)
    const usable = await models.find(caller, id)
    if (usable?.status !== 'ready') {
      throw new ApiError('wrong_state', message('deployment.model_not_ready', { name, status }))
    }
    const { sha256: file_sha256, conversion } = usable.file
    return { model_id: id, model_name: name, model_type, file_sha256, conversion: toJsonOrNull(conversion) }
  }

  /** Enough for a minute of the containers that run from the start. */
  const firstMinute = (placement: Placement, min: number) => minutesOf(placement.charged_as, Math.max(1, min))

  const taken = (name: string) => new ApiError('name_conflict', message('deployment.name_taken', { name }))

  async function terminate(row: DeploymentRow): Promise<void> {
    await lifecycle.terminate(row)
    tokens.forget()
  }

  async function resumeRow(row: DeploymentRow): Promise<DeploymentRow | null> {
    const placement = await compute.place(row.organization_id, row)
    await charges.require(db, row.organization_id, firstMinute(placement, row.min_containers))
    return lifecycle.resume(row, placement)
  }

  /** Each id once, in order; those for which `act` returns false are not found. */
  async function each(
    { organizationId }: Caller,
    ids: readonly string[],
    act: (row: DeploymentRow) => Promise<boolean>,
  ): Promise<BulkActionResult> {
    const succeeded: string[] = []
    const not_found: string[] = []
    for (const id of new Set(ids.map((id) => (isUuid(id) ? id.toLowerCase() : id)))) {
      const row = isUuid(id) ? await repository.find(organizationId, id) : null
      const isDone = row?.id === id && (await act(row))
      ;(isDone ? succeeded : not_found).push(id)
    }
    return { succeeded, not_found, count: succeeded.length }
  }

  return {
    async create(caller, { model_id, name, compute_type = 'gpu', gpu_type, ...request }, origin) {
      const { organizationId, userId } = caller
      const { min_containers = 0, max_containers = 1, scaledown_window = 60, inference_config = {} } = request
      if (name !== undefined) requirePathName(name)
      if (compute_type === 'gpu' && gpu_type === null) {
        throw invalidField('/gpu_type', message('deployment.gpu_type_needed'))
      }
      if (min_containers > max_containers) {
        throw invalidField('/min_containers', message('deployment.min_above_max', { max: max_containers }))
      }
      const model = await modelFor(caller, model_id)
      const tier = { compute_type, gpu_type: compute_type === 'gpu' ? (gpu_type ?? 't4') : null }
      const placement = await compute.place(organizationId, tier)
      await charges.require(db, organizationId, firstMinute(placement, min_containers))
      const id = newId()
      const { token, stored } = await tokens.create({ id, organization_id: organizationId })
      const { device: _device, ...priced } = placement
      const row: DeploymentRow = {
        id,
        organization_id: organizationId,
        created_by: userId,
        ...model,
        name: name ?? model.model_name,
        status: 'provisioning',
        life: 1,
        ...tier,
        min_containers,
        max_containers,
        scaledown_window,
        inference_config: toJson(inference_config),
        ...stored,
        ...priced,
        accrued_cost_credits: 0,
        uptime_ms: 0,
        error: null,
        error_text: null,
        created_at: now().toISOString(),
        started_at: null,
      }
      const insert = async () => {
        if (name === undefined) return insertWithFreeName(repository, row)
        await unlessTaken(
          () => repository.insert(row),
          () => taken(name),
        )
        return row
      }
      const created = await lifecycle.create(insert, placement).catch((error) => {
        // The model was deleted in between.
        throw error instanceof BlobGone
          ? new ApiError('not_found', message('model.missing', { name: model_id }))
          : error
      })
      await noteSeen(db, caller, { kind: 'deployment_token', id }, now())
      return { deployment: deploymentOf(created, origin), auth_token: token }
    },
    list: async (caller, filter, origin) =>
      (await repository.list(caller.organizationId, filter)).map((row) => deploymentOf(row, origin)),
    get: async (caller, nameOrId, origin) => deploymentOf(await rowOf(caller, nameOrId), origin),
    metrics: async (caller, nameOrId) => containers.figures((await rowOf(caller, nameOrId)).id),
    async pause(caller, nameOrId, origin) {
      const row = await rowOf(caller, nameOrId)
      const paused = await lifecycle.pause(row)
      if (paused) return deploymentOf(paused, origin)
      throw new ApiError('wrong_state', message('deployment.not_running', { name: row.name, status: 'terminated' }))
    },
    async resume(caller, nameOrId, origin) {
      const row = await rowOf(caller, nameOrId)
      const resumed = row.status === 'paused' ? await resumeRow(row) : null
      if (resumed) return deploymentOf(resumed, origin)
      const { name, status } = (await repository.byId(row.id)) ?? row
      throw new ApiError('wrong_state', message('deployment.not_paused', { name, status }))
    },
    delete: async (caller, nameOrId) => terminate(await rowOf(caller, nameOrId)),
    reveal: async (caller, nameOrId) => tokens.reveal(caller, await rowOf(caller, nameOrId)),
    async rotateToken(caller, nameOrId) {
      const row = await rowOf(caller, nameOrId)
      const { token, stored } = await tokens.create(row)
      const changed = await repository.change(row.id, UNTERMINATED, stored, undefined, (tx) =>
        noteReplaced(tx, caller, { kind: 'deployment_token', id: row.id }, now()),
      )
      if (!changed)
        throw new ApiError('wrong_state', message('deployment.not_running', { name: row.name, status: 'terminated' }))
      tokens.forget()
      return { deployment_id: row.id, auth_token: token }
    },
    bulkPause: (caller, ids) => each(caller, ids, async (row) => (await lifecycle.pause(row)) !== null),
    async bulkResume(caller, ids) {
      await requireForAll(caller, ids)
      return each(caller, ids, async (row) => row.status === 'paused' && (await resumeRow(row)) !== null)
    },
    bulkDelete: (caller, ids) =>
      each(caller, ids, async (row) => {
        await terminate(row)
        return true
      }),
  }

  async function requireForAll(caller: Caller, ids: readonly string[]): Promise<void> {
    const measure: Record<string, number> = Object.create(null)
    await each(caller, ids, async (row) => {
      if (row.status !== 'paused') return false
      const placement = await compute.place(row.organization_id, row)
      for (const [unit, minutes] of Object.entries(firstMinute(placement, row.min_containers))) {
        measure[unit] = (measure[unit] ?? 0) + minutes
      }
      return true
    })
    await charges.require(db, caller.organizationId, measure)
  }
}
