/** What becomes of the work of a host that was stopped, at its next start. */
import { expect } from 'vitest'
import type { ApiClient } from '../../../src/client/client.ts'
import { isInterrupted } from '../../../src/shared/domain/run.ts'
import { eventually } from '../../setup/eventually.ts'
import { annotationsOf } from '../labelling/auto-annotation/killed-batch.ts'
import type { Receiver } from '../support/receiver.ts'
import { endedBatch, endedRun, figuresOf, resultsOf, type Undisturbed } from './work.ts'

/** A host after its next start, whose webhooks arrive at the receiver. */
export interface Restarted {
  client: ApiClient
  receiver: Receiver
  undisturbed: Undisturbed
}

interface RunEvent {
  type: string
  data: { run_id: string }
}

/** Types of all events of a run, in order. */
async function eventsOf(client: ApiClient, run: string): Promise<string[]> {
  const found: string[] = []
  for (let after = 0; ; ) {
    const page = await client.events.list({ query: { after, wait: 0, limit: 100 } })
    if (page.events.length === 0) return found
    for (const { type, data } of page.events as RunEvent[]) if (data.run_id === run) found.push(type)
    after = page.position
  }
}

/** Waits for the webhook of the last event; expects that each event was sent under one id, and no other webhook. */
async function expectEvents({ client, receiver }: Restarted, run: string, types: readonly string[]): Promise<void> {
  await eventually(async () => (await eventsOf(client, run)).length >= types.length)
  expect(await eventsOf(client, run)).toEqual(types)
  const sent = () => receiver.taken.filter(({ body }) => (JSON.parse(body) as RunEvent).data.run_id === run)
  const ids = () => new Set(sent().map(({ headers }) => headers['x-service-delivery-id']))
  await eventually(() => ids().size >= types.length)
  expect(ids().size).toBe(types.length)
  expect(new Set(sent().map(({ body }) => (JSON.parse(body) as RunEvent).type))).toEqual(new Set(types))
}

const logOf = async (client: ApiClient, run_id: string): Promise<string> =>
  (await client.workflowRuns.artifact({ params: { run_id, artifact_id: 'run.log' } })).text()

/** The run was executed again under its id, and reported its end once. `isResumed`: from its checkpoint. */
export async function expectRequeued(host: Restarted, id: string, isResumed: boolean): Promise<void> {
  const { client, undisturbed } = host
  const run = await endedRun(client, id)
  expect({ status: run.status, error: run.error }).toEqual({ status: 'completed', error: null })
  expect(await resultsOf(client, run)).toEqual(undisturbed.run)
  const { attempts } = await client.jobs.get({ params: { job_id: id } })
  expect(attempts).toBe(2)
  if (isResumed) expect(await logOf(client, id)).toMatch(/Resuming after [\d.]+ s, \d+ frames/)
  await expectEvents(host, id, ['workflow_run.completed'])
}

/** The run has ended as interrupted, and a run that resumes it has the results of an undisturbed one. */
export async function expectInterrupted(host: Restarted, id: string): Promise<void> {
  const { client, undisturbed } = host
  const run = await client.workflowRuns.get({ params: { run_id: id } })
  expect(isInterrupted(run), JSON.stringify(run.error)).toBe(true)
  expect(run.resumable).toBe(true)
  await expectEvents(host, id, ['workflow_run.failed'])
  const next = await client.workflowRuns.resume({ params: { run_id: id } })
  const resumed = await endedRun(client, next.id)
  expect(await resultsOf(client, resumed)).toEqual(undisturbed.run)
  expect(await logOf(client, next.id)).toMatch(/Resuming after [\d.]+ s, \d+ frames/)
  await expectEvents(host, next.id, ['workflow_run.completed'])
}

/** The run has waited for the next start, and was executed once. */
export async function expectExecutedLater(host: Restarted, id: string): Promise<void> {
  const { client, undisturbed } = host
  const run = await endedRun(client, id)
  expect({ status: run.status, error: run.error }).toEqual({ status: 'completed', error: null })
  expect(await resultsOf(client, run)).toEqual(undisturbed.waiting)
  const { attempts } = await client.jobs.get({ params: { job_id: id } })
  expect(attempts).toBe(1)
  await expectEvents(host, id, ['workflow_run.completed'])
}

/** Each image was annotated once. */
export async function expectBatchContinued({ client, undisturbed }: Restarted, id: string): Promise<void> {
  const { images, annotated, annotations } = undisturbed
  expect(await endedBatch(client, id)).toMatchObject({
    status: 'completed',
    processed_images: images.length,
    failed_images: 0,
    total_annotations_added: annotated,
  })
  expect(await annotationsOf(client, images)).toEqual(annotations)
}

/** Each image was evaluated once. */
export async function expectEvaluationContinued({ client, undisturbed }: Restarted, id: string): Promise<void> {
  expect(await figuresOf(client, id)).toEqual(undisturbed.evaluation)
}

/** The run was given up after the third loss, and reported that once. */
export async function expectParked(host: Restarted, id: string): Promise<void> {
  const run = await endedRun(host.client, id)
  expect(run.status).toBe('error')
  expect(run.error?.message).toMatch(/3 times/)
  const { state, attempts } = await host.client.jobs.get({ params: { job_id: id } })
  expect({ state, attempts }).toEqual({ state: 'parked', attempts: 3 })
  await expectEvents(host, id, ['workflow_run.failed'])
}
