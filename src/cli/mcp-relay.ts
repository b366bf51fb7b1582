/**
 * Relays an agent on standard input and output to the MCP server of a platform: a server of another version offers its
 * own tools, and both check the same roles.
 */
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path'
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { ApiClient } from '../client/client.ts'
import { ApiError } from '../shared/api/errors.ts'
import { imageTypeOfName, isImageName } from '../shared/domain/still-formats.ts'
import { VERSION } from '../shared/domain/version.ts'
import type { PlatformAccess } from './platform-access.ts'
import { CommandFailure, say } from './terminal.ts'

/** Longer than any tool waits. */
const CALL_TIMEOUT_MS = 120_000

/** Returns when the agent closes its end, or the signal aborts. Raises `CommandFailure` when the platform refuses. */
export async function relayTools(access: PlatformAccess, signal: AbortSignal): Promise<void> {
  const client = new Client({ name: 'sightline-mcp', version: VERSION }, { versionNegotiation: { mode: 'auto' } })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', access.baseUrl), {
    requestInit: { headers: { 'x-api-key': access.apiKey } },
  })
  await client.connect(transport).catch((cause: unknown) => {
    throw new CommandFailure(whyNot(cause, access.baseUrl))
  })
  const instructions = client.getInstructions()
  const handle = serveStdio(
    () => {
      const server = new Server(
        { name: 'sightline', title: 'Sightline', version: client.getServerVersion()?.version ?? VERSION },
        { capabilities: { tools: {} }, ...(instructions !== undefined && { instructions }) },
      )
      server.setRequestHandler('tools/list', () => client.listTools())
      server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
        const { name, arguments: input = {} } = params
        if (isLocalTool(name)) return callLocalTool(access.client, name, input, mcpReq.signal)
        const options = { signal: mcpReq.signal, timeout: CALL_TIMEOUT_MS }
        return (await client.callTool({ name, arguments: input }, options)) as CallToolResult
      })
      return server
    },
    { onerror: (error) => say(`sightline: ${error.message}`) },
  )
  await ended(signal)
  await handle.close()
  await client.close()
}

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

function whyNot(cause: unknown, address: string): string {
  const status = (cause as { status?: unknown }).status
  if (status === 401) return `${address} does not accept this API key. Create another one, or check SIGHTLINE_API_KEY.`
  if (status === 404) return `${address} offers no tools: it is not a Sightline server, or an earlier version of it.`
  return `${address} can’t be reached: ${cause instanceof Error ? cause.message : String(cause)}`
}

/** Tools that need the files of this machine, which a server can't read. */
const isLocalTool = (name: string): boolean => name === 'upload_dataset_from_directory'

const MAX_IMAGES = 5000
const MAX_REPORTED = 10

/** Uploads the images of a folder; the folders inside become directories. */
async function callLocalTool(
  client: ApiClient,
  _name: string,
  { directory, dataset: name, recursive = true }: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  if (typeof directory !== 'string' || directory === '') return failed('The body is invalid: /directory is missing.')
  if (typeof name !== 'string' || name === '') return failed('The body is invalid: /dataset is missing.')
  const root = resolve(directory)
  const found = await stat(root).catch(() => null)
  if (!found?.isDirectory()) return failed(`There is no folder “${root}” on this machine.`)
  const paths = (await readdir(root, { recursive: recursive === true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && isImageName(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  if (paths.length === 0) return failed(`There are no images in “${root}”.`)
  if (paths.length > MAX_IMAGES) {
    return failed(
      `“${root}” holds ${paths.length} images; ${MAX_IMAGES} are the limit of one call. Name a folder inside.`,
    )
  }
  try {
    const dataset = await datasetNamed(client, name)
    const failures: string[] = []
    let added = 0
    for (const path of paths) {
      signal.throwIfAborted()
      try {
        await addImage(client, dataset, root, path, signal)
        added++
      } catch (error) {
        signal.throwIfAborted()
        failures.push(`${relative(root, path)}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    const value = { dataset, added, failed: failures.length, failures: failures.slice(0, MAX_REPORTED) }
    return { ...(added === 0 && { isError: true }), content: [{ type: 'text', text: JSON.stringify(value) }] }
  } catch (error) {
    signal.throwIfAborted()
    return failed(error instanceof Error ? error.message : String(error))
  }
}

/** The id of the data set; creates the data set when no other one has this name. */
async function datasetNamed(client: ApiClient, name: string): Promise<string> {
  try {
    return (await client.datasets.get({ params: { dataset: name } })).id
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
    return (await client.datasets.create({ body: { name } })).id
  }
}

async function addImage(
  client: ApiClient,
  dataset: string,
  root: string,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const filename = basename(path)
  const content_type = imageTypeOfName(filename) as string
  const target = await client.images.uploadUrl({ body: { filename, content_type } })
  await client.upload(target, { path }, { contentType: content_type, signal })
  const folder = relative(root, dirname(path)).split(sep).join('/')
  const directory_path = posix.join('/', folder)
  await client.images.import({ body: { dataset, gcs_uri: target.gcs_uri, directory_path, filename } })
}

const failed = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] })
