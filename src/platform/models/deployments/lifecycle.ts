/** Starts and ends the containers of deployments, and stores what they report. Rows say what is to run. */
import type { DeploymentStatus } from '../../../shared/api/deployments.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { englishOf, type Message, message, saidOf } from '../../../shared/messages/message.ts'
import type { Tx } from '../../accounts/credits/ledger.ts'
import { fromJsonOrNull, toJson } from '../../db/database.ts'
import { createOneAtATime } from '../../db/one-at-a-time.ts'
import type { DeploymentRow } from '../../db/schema/deployments.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import type { Events } from '../../http/area/organization-events.ts'
import { RetryLater } from '../../http/errors.ts'
import type { Log } from '../../machine/log.ts'
import type { Compute, Placement } from './compute.ts'
import type { ContainerReports, Containers } from './containers.ts'
import type { DeploymentRepository } from './deployment-repository.ts'

export interface Lifecycle {
  reports: Pick<ContainerReports, 'opened' | 'failed'>
  /** Stores a new deployment, and starts it. */
  create<Row extends DeploymentRow>(insert: () => Promise<Row>, placement: Placement): Promise<Row>
  /** Null unless it is paused. */
  resume(row: DeploymentRow, placement: Placement): Promise<DeploymentRow | null>
  /** Null for a terminated one. `reason`: why the platform pauses it. */
  pause(row: DeploymentRow, reason?: Message): Promise<DeploymentRow | null>
  terminate(row: DeploymentRow): Promise<void>
  /** Starts what ran when the platform ended. */
  recover(): Promise<void>
  /** Starts and ends here what another server, or a change of a model's options, has started or ended. */
  follow(): Promise<void>
  close(): Promise<void>
}

export interface LifecycleOptions {
  repository: DeploymentRepository
  compute: Compute
  blobs: Pick<BlobStore, 'localFile'>
  events: Pick<Events, 'append' | 'wake'>
  containers: () => Containers
  now: () => Date
  log: Log
}

const RUNNING: readonly DeploymentStatus[] = ['provisioning', 'active']

export function createLifecycle({
  repository,
  compute,
  blobs,
  events,
  containers,
  now,
  log,
}: LifecycleOptions): Lifecycle {
  /** A change of a row and that of its containers follow each other. */
  const alone = createOneAtATime()
  let isClosed = false

  async function begin(row: DeploymentRow, { device }: Placement): Promise<void> {
    const path = await blobs.localFile(row.file_sha256)
    if (isClosed) return
    containers().start({
      id: row.id,
      life: row.life,
      min: row.min_containers,
      max: row.max_containers,
      model: {
        path,
        name: row.model_name,
        sha256: row.file_sha256,
        device,
        conversion: fromJsonOrNull(row.conversion),
      },
      windowMs: row.scaledown_window * 1000,
      isProven: row.status === 'active',
    })
  }

  const noticeOf =
    (type: 'deployment.failed' | 'deployment.paused', reason: Message) =>
    (tx: Tx, { id, name, organization_id }: DeploymentRow) =>
      events.append(tx, organization_id, [
        { type, payload: { deployment_id: id, deployment_name: name, reason: saidOf(reason) } },
      ])

  const stateError = ({ name }: DeploymentRow, status: DeploymentStatus) =>
    new ApiError('wrong_state', message('deployment.not_running', { name, status }))

  /** The reason why requests to containers of an earlier life fail. */
  function endError(id: string, row: DeploymentRow | null): ApiError {
    if (!row) return new ApiError('not_found', message('deployment.missing', { name: id }))
    if (!RUNNING.includes(row.status)) return stateError(row, row.status)
    return new RetryLater('deployment_busy', message('deployment.restarting', { name: row.name }), RETRY_S)
  }

  /** Tried again while the database cannot store it, such as on a full disk: nothing else reports it. */
  function report(what: string, work: () => Promise<unknown>): void {
    void alone(work).catch((error) => {
      log('error', `That a deployment ${what} could not be stored; it is tried again.`, error)
      if (!isClosed) setTimeout(() => report(what, work), REPORT_AGAIN_MS).unref()
    })
  }

  async function start(row: DeploymentRow): Promise<void> {
    const placement = await compute.place(row.organization_id, row)
    const isMoved = placement.charged_as !== row.charged_as
    const placed = isMoved ? await repository.change(row.id, RUNNING, pricedAs(placement), row.life) : row
    if (placed) await begin(placed, placement)
  }

  return {
    reports: {
      opened(id, life) {
        const started_at = now().toISOString()
        report('is active', () => repository.change(id, ['provisioning'], { status: 'active', started_at }, life))
      },
      failed(id, life, reason) {
        const change = { status: 'failed' as const, ...reasonOf(reason) }
        report('failed', async () => {
          await repository.change(id, RUNNING, change, life, noticeOf('deployment.failed', reason))
          events.wake()
        })
      },
    },
    create: (insert, placement) =>
      alone(async () => {
        const row = await insert()
        await begin(row, placement)
        return row
      }),
    resume: (row, placement) =>
      alone(async () => {
        const change = { status: 'provisioning' as const, life: row.life + 1, ...NO_REASON, ...pricedAs(placement) }
        const resumed = await repository.change(row.id, ['paused'], change)
        if (resumed) await begin(resumed, placement)
        return resumed
      }),
    pause: (row, reason) =>
      alone(async () => {
        const change = { status: 'paused' as const, ...(reason ? reasonOf(reason) : NO_REASON) }
        const from: DeploymentStatus[] = reason ? [...RUNNING] : [...RUNNING, 'failed']
        const also = reason && noticeOf('deployment.paused', reason)
        const paused = await repository.change(row.id, from, change, reason && row.life, also)
        if (reason) events.wake()
        if (paused) containers().stop(row.id, stateError(row, 'paused'))
        const found = paused ?? (await repository.byId(row.id))
        return found?.status === 'paused' ? found : null
      }),
    terminate: (row) =>
      alone(async () => {
        await repository.change(row.id, [...RUNNING, 'paused', 'failed'], { status: 'terminated' })
        containers().stop(row.id, stateError(row, 'terminated'))
      }),
    recover: () =>
      alone(async () => {
        for (const row of await repository.listRunning()) await start(row)
      }),
    follow: () =>
      alone(async () => {
        if (isClosed) return
        const running = new Map((await repository.listRunning()).map((row) => [row.id, row]))
        const lives = containers().lives()
        for (const [id, life] of lives) {
          if (running.get(id)?.life === life) continue
          containers().stop(id, endError(id, await repository.byId(id)))
        }
        for (const row of running.values()) if (lives.get(row.id) !== row.life) await start(row)
      }),
    close: () =>
      alone(async () => {
        isClosed = true
        containers().close(new RetryLater('deployment_busy', message('deployment.closing'), 5))
      }),
  }
}

const REPORT_AGAIN_MS = 1000
const RETRY_S = 1

const pricedAs = ({ charged_as, price_book, cost_rate_per_min }: Placement) => ({
  charged_as,
  price_book,
  cost_rate_per_min,
})

const NO_REASON = { error: null, error_text: null }
const reasonOf = (reason: Message) => ({ error: englishOf(reason), error_text: toJson(reason) })
