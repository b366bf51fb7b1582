/** Tools that need the files of this machine, which a server can't read. */

import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path'
import type { CallToolResult } from '@modelcontextprotocol/client'
import type { ApiClient } from '../client/client.ts'
import { ApiError } from '../shared/api/errors.ts'
import { imageTypeOfName, isImageName } from '../shared/domain/still-formats.ts'

export const isLocalTool = (name: string): boolean => name === 'upload_dataset_from_directory'

const MAX_IMAGES = 5000
const MAX_REPORTED = 10

/** Uploads the images of a folder; the folders inside become directories. */
export async function callLocalTool(
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
