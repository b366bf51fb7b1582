/** Resolves the names in a workflow on this machine: bundled resources, or files relative to the workflow. */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledMedia, bundledModel } from '../shared/domain/bundled.ts'
import { isFileUrl, isNetworkPath, localFileUrl } from '../shared/domain/file-url.ts'
import type { ValidationContext } from '../shared/graph/lint.ts'

const here = dirname(fileURLToPath(import.meta.url))

/** The bundles are in out/node; packaged apps set the path of their resources. */
export const resourcesFolder = (): string => process.env.SIGHTLINE_RESOURCES ?? join(here, '..', '..', 'resources')
export const engineEntry = (): string => join(here, 'engine.js')

export const resourcePath = (relative: string): string => join(resourcesFolder(), relative)

/** The declared sources of bundled models, for `validate`. */
export const MODELS_HERE: ValidationContext = { suitsOf: (modelId) => bundledModel(modelId)?.suits }

/** Path of a model file: a bundled model by its name, or an ONNX file; null when there is none. */
export function modelPath(modelId: string, workflowFolder: string): string | null {
  const bundled = bundledModel(modelId)
  const path = bundled === null ? resolve(workflowFolder, modelId) : resourcePath(bundled.file)
  return existsSync(path) ? path : null
}

/**
 * Path of a source: a bundled media file, a file URL, or a path relative to the workflow. Null for a handle that only
 * another system can resolve. The file need not exist: the engine reports that in better words.
 */
export function sourcePath(uri: string, workflowFolder: string): string | null {
  const bundled = bundledMedia(uri)
  if (bundled !== null) return resourcePath(bundled)
  if (isFileUrl(uri)) {
    const local = localFileUrl(uri)
    try {
      return local === null ? null : fileURLToPath(local)
    } catch {
      return null
    }
  }
  return isNetworkPath(uri) || /^[a-z][a-z0-9+.-]+:\/\//i.test(uri) ? null : resolve(workflowFolder, uri)
}
