/** The block kinds of workflows, as an agent reads them: ports, settings and their meaning. */
import { Type } from 'typebox'
import type { BlockKind } from '../../../shared/blocks/block.ts'
import { BLOCK_KINDS, BLOCKS, type BlockKindName } from '../../../shared/blocks/catalogue.ts'
import type { AgentTool } from './agent-tool.ts'
import { plainSchema } from './plain-schema.ts'

export const listBlockKinds: AgentTool = {
  name: 'list_block_kinds',
  description:
    'List the block kinds of workflows with their ports; with a kind, also its documentation and the JSON Schema of its config',
  role: 'viewer',
  idempotent: true,
  readOnly: true,
  destructive: false,
  input: Type.Object({ kind: Type.Optional(Type.Enum([...BLOCK_KINDS])) }, { additionalProperties: false }),
  async call({ kind }) {
    if (kind === undefined) return { value: { kinds: BLOCK_KINDS.map((name) => outline(BLOCKS[name])), graph: GRAPH } }
    const block: BlockKind = BLOCKS[kind as BlockKindName]
    return { value: { ...outline(block), docs: block.docs, config: plainSchema(block.config) } }
  },
}

const GRAPH =
  'A graph is {version: 1, nodes: [{id, type, config}], edges: [{source, target, sourceHandle?, targetHandle?}]}. It has one source and at least one sink; handles are ids of ports and may be left out where a block has one port.'

const outline = ({ kind, title, summary, inputs, outputs }: BlockKind) => ({
  kind,
  title,
  summary,
  inputs: inputs.map(({ id, accepts, many }) => ({ id, accepts, many })),
  outputs: outputs.map(({ id, type }) => ({ id, type })),
})
