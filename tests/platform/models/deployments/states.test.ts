/** The states of a deployment: whatever is called in whatever order, the replies and the containers follow the rules. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BulkActionResult, Deployment, DeploymentStatus } from '../../../../src/shared/api/deployments.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { deploy, importModel, predict, reach } from './desk.ts'

let h: Harness
let model_id: string
beforeAll(async () => {
  h = await startHarness()
  model_id = await importModel(h)
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const CALLS = ['pause', 'resume', 'delete', 'bulk-pause', 'bulk-resume', 'bulk-delete', 'crash'] as const
type CallName = (typeof CALLS)[number]

const RUNNING: DeploymentStatus[] = ['provisioning', 'active']

/** The status that follows; null for a call that is refused. */
function after(status: DeploymentStatus, call: CallName): DeploymentStatus | null {
  switch (call) {
    case 'crash':
      return RUNNING.includes(status) ? 'failed' : status
    case 'pause':
    case 'bulk-pause':
      return status === 'terminated' ? null : 'paused'
    case 'resume':
    case 'bulk-resume':
      return status === 'paused' ? 'active' : null
    default:
      return 'terminated'
  }
}

/** Five containers end, one after the other. */
async function crash(): Promise<void> {
  for (let i = 0; i < 5; i++) {
    const living = h.engine.servers.at(-1)
    if (!living || living.isClosed) return
    living.die()
    // Another one is started as soon as the end was reported.
    await new Promise(setImmediate)
  }
}

/** True unless it was refused. */
async function make(call: CallName, id: string): Promise<boolean> {
  if (call === 'crash') {
    await crash()
    return true
  }
  if (call.startsWith('bulk-')) {
    const body = { deployment_ids: [id, id] }
    const { succeeded, not_found } = (await h.api<BulkActionResult>('POST', `/deployments/${call}`, { body })).body
    expect([...succeeded, ...not_found]).toEqual([id])
    return succeeded.length === 1
  }
  const [method, path] = call === 'delete' ? ['DELETE', ''] : ['POST', `/${call}`]
  const { status } = await h.api(method as string, `/deployments/${id}${path}`)
  expect([200, 204, 409]).toContain(status)
  return status < 300
}

it('follows the rules after any sequence of calls and crashes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...CALLS), { minLength: 1, maxLength: 8 }), async (calls) => {
      const since = h.engine.servers.length
      const { deployment, auth_token } = await deploy(h, { model_id, min_containers: 1 })
      const { id } = deployment
      let status: DeploymentStatus = (await reach(h, id, 'active')).status
      for (const call of calls) {
        const next = after(status, call)
        expect(await make(call, id)).toBe(next !== null)
        status = next ?? status
        const now: Deployment = await reach(h, id, status)
        expect(now.endpoint_url !== null).toBe(status === 'active')
        if (status !== 'terminated') expect(now.error !== null).toBe(status === 'failed')
        const living = () => h.engine.servers.slice(since).filter((one) => !one.isClosed && !one.isDead).length
        await eventually(() => living() === (status === 'active' ? 1 : 0))
        const answer = (await predict(h, id, auth_token)).status
        expect(answer).toBe(status === 'active' ? 200 : status === 'terminated' ? 401 : 409)
      }
      await h.api('DELETE', `/deployments/${id}`)
    }),
    { numRuns: 25 },
  )
})

it('obeys the last of calls that come at the same time', async () => {
  const { deployment } = await deploy(h, { model_id, min_containers: 1 })
  const since = h.engine.servers.length
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('pause', 'resume'), { minLength: 2, maxLength: 6 }), async (calls) => {
      await Promise.all(calls.map((call) => h.api('POST', `/deployments/${deployment.id}/${call}`)))
      const settled = await eventually(async () => {
        const { status } = (await h.api<Deployment>('GET', `/deployments/${deployment.id}`)).body
        return status === 'provisioning' ? null : status
      })
      const open = h.engine.servers.slice(since - 1).filter(({ isClosed }) => !isClosed).length
      expect([settled, open]).toEqual(settled === 'active' ? ['active', 1] : ['paused', 0])
    }),
    { numRuns: 20 },
  )
})
