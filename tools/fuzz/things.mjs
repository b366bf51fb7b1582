/** One object of each resource, by the path parameter that names it. */
import { readFileSync } from 'node:fs'

const TEMPLATE = new URL('../../resources/templates/count-at-a-line.sightline.json', import.meta.url)

export async function createThings(baseUrl, key) {
  const call = async (method, path, body) => {
    const response = await fetch(`${baseUrl}/api/v1/developer${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const { graph } = JSON.parse(readFileSync(TEMPLATE, 'utf8'))
  const workflow = await call('POST', '/workflows/', { name: 'Fuzzed', graph })
  const dataset = await call('POST', '/datasets/', { name: 'Fuzzed', classes: [{ name: 'car' }] })
  const webhook = await call('POST', '/webhooks/endpoints', { url: 'https://example.com/hook' })
  const [model] = (await call('GET', '/models/')).data
  const run = await call('POST', `/workflows/${workflow.id}/run`)
  return {
    run_id: run.run_id,
    workflow: workflow.id,
    dataset: (dataset.data ?? dataset).id,
    endpoint: webhook.endpoint.id,
    model: model.id,
  }
}
