/** One object of each resource, by the path parameter that names it. */
import { readFileSync } from 'node:fs'
import { developerApi } from '../torture/developer-api.mjs'

/** @import { DeveloperApi } from '../torture/developer-api.mjs' */

/** The video that ships. */
const VIDEO = 'sightline://demo/street-crossing.mp4'
const TEMPLATE = new URL('../../resources/templates/count-at-a-line.sightline.json', import.meta.url)

/**
 * @param {string} baseUrl
 * @param {string} key
 * @returns {Promise<Record<string, string>>}
 */
export async function createThings(baseUrl, key) {
  const call = developerApi(baseUrl, key)
  const { graph } = JSON.parse(readFileSync(TEMPLATE, 'utf8'))
  const workflow = await call('POST', '/workflows/', { name: 'Fuzzed', graph })
  const dataset = await call('POST', '/datasets/', { name: 'Fuzzed', classes: [{ name: 'car' }] })
  const webhook = await call('POST', '/webhooks/endpoints', { url: 'https://example.com/hook' })
  const [model] = (await call('GET', '/models/')).data
  const run = await call('POST', `/workflows/${workflow.id}/run`)
  const { job_id, image_ids } = await extracted(call)
  const { id: export_id } = await call('POST', '/exports', { dataset: 'Fuzzed' })
  await ended(() => call('GET', `/exports/${export_id}`))
  const evaluation = await call('POST', '/model-evaluations', { model_id: model.id, export_id })
  await ended(() => call('GET', `/model-evaluations/${evaluation.id}`))
  const { deployment } = await call('POST', '/deployments/', { model_id: model.id, compute_type: 'cpu' })
  return {
    run_id: run.run_id,
    job_id,
    directory_path: 'clip',
    filename_path: 'clip/frame-000000.jpg',
    workflow: workflow.id,
    dataset: (dataset.data ?? dataset).id,
    endpoint: webhook.endpoint.id,
    model: model.id,
    image_id: image_ids[0],
    export_id,
    evaluation_id: evaluation.id,
    position: '0',
    deployment: deployment.id,
    deployment_id: deployment.id,
  }
}

/**
 * Fills the directory `clip` of the data set with frames. Returns the ended job.
 * @param {DeveloperApi} call
 */
async function extracted(call) {
  const body = { dataset_name: 'Fuzzed', store_path: VIDEO, directory_name: 'clip', sample_fps: 1 }
  const { job_id } = await call('POST', '/video/extract-frames', body)
  return ended(() => call('GET', `/video/extract-frames/${job_id}`))
}

/** @param {() => ReturnType<DeveloperApi>} read */
async function ended(read) {
  for (;;) {
    const record = await read()
    if (record.status === 'complete' || record.status === 'completed') return record
    if (record.status === 'failed') throw new Error(record.error ?? record.error_message)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
