/** Runs of the demo on a served platform, started by its API. */
import { createClient } from '../../src/client/client.ts'
import type { ServedPlatform } from './served-platform.ts'

const DEMO_URI = 'sightline://demo/street-crossing.mp4'

/** Starts a run of a second of the demo; returns its id. */
export async function startDemoRun({ baseUrl, ownerKey }: ServedPlatform, name: string): Promise<string> {
  const client = createClient({ baseUrl, apiKey: ownerKey })
  const { id } = await client.workflows.create({ body: { name, template_key: 'count-at-a-line' } })
  const source = { kind: 'video' as const, gcs_uri: DEMO_URI, sample_fps: 5, duration_seconds: 1 }
  const started = await client.workflows.invoke({ params: { workflow: id }, body: { source } })
  return 'run_id' in started ? started.run_id : started.id
}
