/**
 * Resources that a workflow names beyond its graph: the file or folder of its source, models, data sets and web
 * addresses.
 */
import { existsSync } from 'node:fs'
import { RunFailure } from '../engine/core/run-failure.ts'
import { findSam3 } from '../platform/models/sam3-weights.ts'
import { whyNotPublic } from '../platform/work/webhooks/public-url.ts'
import { withDefaults } from '../shared/blocks/catalogue.ts'
import { SAM3_MISSING } from '../shared/domain/sam3.ts'
import type { Graph, GraphNode } from '../shared/graph/graph.ts'
import { type Issue, issue } from '../shared/graph/issue.ts'
import { isFolder } from './image-folder.ts'
import { findModel, noAppearanceModel, noModel } from './model-files.ts'
import { sourcePath } from './resources.ts'
import { CommandFailure } from './terminal.ts'

export interface Folders {
  /** Relative names in the graph are relative to this. */
  workflow: string
  sam3: string
}

export interface NamedResource {
  /** Title in lists: `the model “street”`. */
  title: string
  /** The issue with it on this machine; null when there is none. */
  check(folders: Folders): Promise<Issue | null>
}

/** For a graph that validates: the configs of all blocks fit their schemas. */
export const namedResources = ({ nodes }: Graph): NamedResource[] => nodes.flatMap(resourcesOf)

function resourcesOf(node: GraphNode): NamedResource[] {
  switch (node.type) {
    case 'source':
      return [sourceOf(node)]
    case 'model': {
      const { model_kind, model_id = '' } = withDefaults('model', node.config)
      return model_kind === 'sam3' ? [sam3Of(node)] : [modelOf(node, model_id, noModel(model_id), '/model_id')]
    }
    case 'track': {
      const { tracker, reid_model_id } = withDefaults('track', node.config)
      if (tracker !== 'botsort' || reid_model_id === undefined) return []
      return [modelOf(node, reid_model_id, noAppearanceModel(reid_model_id), '/reid_model_id')]
    }
    case 'sink': {
      const { kind, url } = withDefaults('sink', node.config)
      return kind === 'webhook' && url ? [addressOf(node, url)] : []
    }
    default:
      return []
  }
}

function sourceOf(node: GraphNode): NamedResource {
  const { kind, gcs_uri = '', dataset_project_id = '', export_id = '' } = withDefaults('source', node.config)
  if (kind === 'export') return exportOf(node, export_id)
  const ofImages = kind === 'dataset'
  const uri = ofImages ? dataset_project_id : gcs_uri
  return {
    title: `the ${ofImages ? 'folder' : 'file'} “${uri}”`,
    async check({ workflow }) {
      const path = sourcePath(uri, workflow)
      if (path !== null && (ofImages ? isFolder(path) : existsSync(path))) return null
      const message = `The source “${uri}” is not on this machine. Name a file or a folder of images with --source.`
      const field = ofImages ? '/dataset_project_id' : '/gcs_uri'
      return issue('resource.source_missing', message, { node_id: node.id, field })
    },
  }
}

const exportOf = (node: GraphNode, id: string): NamedResource => ({
  title: `the export “${id}”`,
  check: async () => issue('source.unavailable', noExports(id), { node_id: node.id, field: '/export_id' }),
})

const modelOf = (node: GraphNode, name: string, message: string, field: string): NamedResource => ({
  title: `the model “${name}”`,
  async check({ workflow }) {
    const at = { node_id: node.id, field }
    try {
      return (await findModel(name, workflow)) ? null : issue('resource.model_missing', message, at)
    } catch (error) {
      if (!(error instanceof RunFailure || error instanceof CommandFailure)) throw error
      return issue('resource.model_missing', error.message, at)
    }
  },
})

const sam3Of = (node: GraphNode): NamedResource => ({
  title: 'SAM 3',
  check: async ({ sam3 }) =>
    (await findSam3(sam3))
      ? null
      : issue('resource.sam3_not_installed', SAM3_MISSING, { node_id: node.id, field: '/model_kind' }),
})

const addressOf = (node: GraphNode, url: string): NamedResource => ({
  title: `the address “${url}”`,
  async check() {
    const message = whyNotPublic(url)
    return message === null ? null : issue('resource.webhook_not_public', message, { node_id: node.id, field: '/url' })
  },
})

/** Exports are on a server; the command line runs workflows without one. */
export const noExports = (id: string): string =>
  `The export “${id}” is not on this machine. Name a file or a folder of images with --source.`
