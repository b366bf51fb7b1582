/** The beginning of the demo video as a file of the cluster: its workers fetch it from the store, and runs of it end soon. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiClient } from '../../../src/client/client.ts'
import { writeDemoClip } from '../../setup/demo-clip.ts'

/** Has crossings of both lines of the counting template, and objects in sight wherever it is cut into parts. */
const CLIP_S = 12

/** Returns the handle of the stored clip. */
export async function uploadClip(client: ApiClient): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-clip-'))
  try {
    const path = join(folder, 'street-crossing.mp4')
    await writeDemoClip(path, CLIP_S)
    const content_type = 'video/mp4'
    const place = await client.workflows.uploadUrl({ body: { filename: 'street-crossing.mp4', content_type } })
    await client.upload(place, { path }, { contentType: content_type })
    return place.gcs_uri
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
