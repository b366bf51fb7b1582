/** Resolves a model's name to a file: a bundled one, an ONNX file, or one that was imported on this machine. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileDigest } from '../engine/output/digest.ts'
import { isNetworkPath } from '../shared/domain/file-url.ts'
import type { ModelFile } from '../shared/engine-contract/job.ts'
import type { Graph, GraphNode } from '../shared/graph/graph.ts'
import { dataFolder } from './data-folder.ts'
import { modelPath } from './resources.ts'
import { CommandFailure } from './terminal.ts'

/**
 * Relative names are relative to the folder. Null when there is no such model, and for a path to another computer,
 * because a workflow file may come from anywhere.
 */
export async function findModel(name: string, workflowFolder: string): Promise<ModelFile | null> {
  const path = isNetworkPath(name) ? null : modelPath(name, workflowFolder)
  if (path !== null) return { path, name, sha256: await fileDigest(path) }
  // Loads the database, which most runs do not need.
  const { importedModel } = await import('../platform/models/imported-model.ts')
  return importedModel(dataFolder(), name)
}

export const noModel = (name: string): string =>
  `There is no model “${name}”. Use the path of an ONNX file, the name of a bundled model, or the name or id of an imported one (“sightline models list”).`

export const noAppearanceModel = (name: string): string =>
  `There is no appearance model “${name}”. Use the path of an ONNX file, the name or id of an imported model, or leave the field empty.`

export const isTrained = (node: GraphNode): boolean => node.type === 'model' && node.config.model_kind !== 'sam3'

/**
 * The graph with another model: `--model <model>` when one block uses a trained model, otherwise `--model
 * <block>=<model>`. Paths are relative to the current folder. Raises a `CommandFailure` when the block is ambiguous.
 */
export function withModels(graph: Graph, given: readonly string[]): Graph {
  const blocks = graph.nodes.filter(isTrained)
  const chosen = new Map<string, string>()
  for (const text of given) {
    const block = blocks.find((n) => text.startsWith(`${n.id}=`))
    const [only, ...others] = blocks
    if (!only) throw new CommandFailure('No block of this workflow has a trained model: leave --model out.')
    if (!block && others.length > 0) {
      const ids = blocks.map((n) => n.id).join(', ')
      throw new CommandFailure(
        `Several blocks of this workflow have a model (${ids}). Name the block: --model ${only.id}=${text}.`,
      )
    }
    const model = block ? text.slice(block.id.length + 1) : text
    chosen.set((block ?? only).id, existsSync(model) ? resolve(model) : model)
  }
  const configured = (n: GraphNode) => {
    const model_id = chosen.get(n.id)
    return model_id === undefined ? n : { ...n, config: { ...n.config, model_id } }
  }
  return chosen.size === 0 ? graph : { ...graph, nodes: graph.nodes.map(configured) }
}
