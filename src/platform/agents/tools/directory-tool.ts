/** The tool that adds a folder of images to a data set, for callers at the machine of the platform. */
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Type } from 'typebox'
import { ApiError } from '../../../shared/api/errors.ts'
import { isImageName } from '../../../shared/domain/still-formats.ts'
import { message } from '../../../shared/messages/message.ts'
import { invalidField } from '../../db/naming/resource-name.ts'
import { type AgentTool, missingTool, type ToolContext } from './agent-tool.ts'

/** Images of one call, as of `sightline mcp`. */
const MOST_IMAGES = 5000
/** Files of one folder tree. */
const MOST_FILES = 100_000
const MOST_REPORTED = 10

const input = {
  directory: Type.String({ minLength: 1, description: 'Absolute path' }),
  dataset: Type.String({ minLength: 1, maxLength: 100, description: 'Name; created when it is missing' }),
  recursive: Type.Boolean({ default: true, description: 'True to keep folders below it as directories' }),
}

/** `allowLocalFiles`: false on a server, whose callers have folders of their own. */
export function uploadFromDirectory(allowLocalFiles: boolean): AgentTool {
  const tool = missingTool('upload_dataset_from_directory', {
    description: 'Add the images of a folder on the machine of the caller to a data set; images that are there stay',
    role: 'member',
    input,
    why: ({ directory }) => message('tool.needs_this_machine', { folder: String(directory) }),
  })
  if (!allowLocalFiles) return tool
  const { missing: _, ...real } = tool
  return { ...real, idempotent: true, call: (given, context) => upload(given as unknown as Given, context) }
}

interface Given {
  directory: string
  dataset: string
  recursive: boolean
}

async function upload({ directory, dataset, recursive }: Given, { api, signal }: ToolContext) {
  const paths = await imagesIn(directory, recursive)
  if (paths.length > MOST_IMAGES) throw invalidField('/directory', message('tool.many_images', { most: MOST_IMAGES }))
  if (paths.length === 0) {
    throw invalidField('/directory', message('tool.folder_without_images', { folder: directory }))
  }
  await ensureDataset(dataset, api)
  const failures: string[] = []
  let added = 0
  for (const path of paths) {
    signal.throwIfAborted()
    const parts = path.split('/')
    const filename = parts.pop() as string
    const gcs_uri = pathToFileURL(join(directory, ...parts, filename)).href
    try {
      await api('images.import', { body: { dataset, gcs_uri, filename, directory_path: `/${parts.join('/')}` } })
      added++
    } catch (error) {
      // A file that is no image fails by itself; a full disk fails the call.
      if (!(error instanceof ApiError) || !['image_unreadable', 'invalid_field', 'not_found'].includes(error.code))
        throw error
      failures.push(`${path}: ${error.message}`)
    }
  }
  return { value: { dataset, added, failed: failures.length, failures: failures.slice(0, MOST_REPORTED) } }
}

/** @throws ApiError of the creation */
async function ensureDataset(dataset: string, api: ToolContext['api']): Promise<void> {
  try {
    await api('datasets.get', { params: { dataset } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
    await api('datasets.create', { body: { name: dataset } })
  }
}

/** Paths below the folder with slashes, in a fixed order; links are not followed. @throws ApiError invalid_field */
async function imagesIn(directory: string, recursive: boolean): Promise<string[]> {
  const unreadable = () => invalidField('/directory', message('tool.no_folder', { folder: directory }))
  if (!isAbsolute(directory)) throw unreadable()
  const found: string[] = []
  let seen = 0
  for (const folders = [directory]; folders.length > 0; ) {
    const folder = folders.pop() as string
    const entries: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => {
      throw unreadable()
    })
    for (const entry of entries) {
      if (++seen > MOST_FILES) throw invalidField('/directory', message('tool.many_files', { most: MOST_FILES }))
      const path = join(folder, entry.name)
      if (entry.isDirectory() && recursive) folders.push(path)
      else if (entry.isFile() && !entry.name.startsWith('.') && isImageName(entry.name))
        found.push(relative(directory, path).split(sep).join('/'))
    }
  }
  return found.sort((a, b) => (a < b ? -1 : 1))
}
