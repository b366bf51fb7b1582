/** A run's files in their present state: their digests, and several of them as one archive. */
import { createHash } from 'node:crypto'
import { type ZipEntry, zipOf } from '../disk/zip.ts'
import { pathOf } from '../shared/api/endpoint.ts'
import { workflowRuns } from '../shared/api/workflow-runs.ts'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import { contentDisposition } from '../shared/domain/file-reply.ts'
import { isImage } from '../shared/domain/run.ts'
import { message } from '../shared/messages/message.ts'
import type { Platform } from './platform.ts'

/** The whole file, bypassing any cache. */
async function readArtifact(platform: Platform, runId: string, artifactId: string, signal: AbortSignal) {
  const path = pathOf(workflowRuns.artifact, { run_id: runId, artifact_id: artifactId })
  const response = await platform.file(path, { signal })
  if (response.ok && response.body) return response.body as unknown as AsyncIterable<Uint8Array>
  await response.body?.cancel()
  throw new BridgeFailure({
    code: 'not_found',
    message: message('host.artifact_missing'),
  })
}

/** Reads the whole file of an artifact. Throws a `BridgeFailure` when it is missing. */
export async function digestArtifact(
  platform: Platform,
  { run_id, artifact_id }: { run_id: string; artifact_id: string },
  signal: AbortSignal,
): Promise<{ sha256: string; size_bytes: number }> {
  const hash = createHash('sha256')
  let size_bytes = 0
  for await (const bytes of await readArtifact(platform, run_id, artifact_id, signal)) {
    hash.update(bytes)
    size_bytes += bytes.length
  }
  return { sha256: hash.digest('hex'), size_bytes }
}

export interface ArchiveChoice {
  ids: readonly string[]
  /** Blocks of which all stills are included: they may be more than an address can name. */
  pictures: readonly string[]
}

/** Artifacts of a run as a ZIP archive to be saved. Throws a `BridgeFailure` when one is missing. */
export async function archiveResponse(
  platform: Platform,
  runId: string,
  { ids, pictures }: ArchiveChoice,
  { method, signal }: { method: string; signal: AbortSignal },
): Promise<Response> {
  const run = await platform.use((client) => client.workflowRuns.get({ params: { run_id: runId } }))
  const known = new Set(run.artifacts.map((a) => a.id))
  const chosen = run.artifacts.filter((a) => ids.includes(a.id) || (isImage(a) && pictures.includes(a.node_id ?? '')))
  if (chosen.length === 0 || ids.some((id) => !known.has(id)))
    throw new BridgeFailure({ code: 'not_found', message: message('host.archived_file_missing') })
  const entries = chosen.map(
    ({ id, name, size_bytes }): ZipEntry => ({
      name,
      sizeBytes: size_bytes,
      read: () => readArtifact(platform, runId, id, signal),
    }),
  )
  const { sizeBytes, stream } = zipOf(entries, new Date(run.created_at))
  if (method === 'HEAD') stream.destroy()
  const body = method === 'HEAD' ? null : ReadableStream.from(stream)
  return new Response(body, {
    headers: {
      'content-type': 'application/zip',
      'content-length': String(sizeBytes),
      'content-disposition': contentDisposition('attachment', `${run.workflow_name}.zip`),
    },
  })
}
