/** The graph as it is transmitted, the canvas layout beside it, and the file that holds both. */
import { type Static, Type } from 'typebox'
import { MAX_EDGES, MAX_ID, MAX_NODES } from '../domain/limits.ts'
import { nullable } from '../domain/nullable.ts'

/** The version of graphs and of the files that hold them. `MIGRATIONS` has a migration for each earlier one. */
export const WORKFLOW_VERSION = 1

const Id = (description: string) => Type.String({ maxLength: MAX_ID, description })
const Handle = Type.Optional(nullable(Type.String({ maxLength: MAX_ID })))

/**
 * Names that every object of JavaScript has, such as `constructor`. Records of a run, layouts and settings have a field
 * for each block, in JSON and in many programs that read it: of these names nobody can tell whether it is there.
 */
const RESERVED_IDS = Object.getOwnPropertyNames(Object.prototype)
/** Refuses them as the id of a block. */
export const NODE_ID_PATTERN = `^(?!(${RESERVED_IDS.join('|')})$)`

export const GraphNode = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: MAX_ID, pattern: NODE_ID_PATTERN }),
    type: Id('One of the nine block kinds'),
    config: Type.Record(Type.String(), Type.Unknown(), { default: {} }),
  },
  { additionalProperties: false },
)
export type GraphNode = Static<typeof GraphNode>

export const GraphEdge = Type.Object(
  {
    source: Id('Node id'),
    target: Id('Node id'),
    sourceHandle: Handle,
    targetHandle: Handle,
  },
  { additionalProperties: false },
)
export type GraphEdge = Static<typeof GraphEdge>

export const Graph = Type.Object(
  {
    version: Type.Literal(WORKFLOW_VERSION),
    nodes: Type.Array(GraphNode, { maxItems: MAX_NODES }),
    edges: Type.Array(GraphEdge, { maxItems: MAX_EDGES }),
  },
  { $id: 'Graph', additionalProperties: false },
)
export type Graph = Static<typeof Graph>

export const CARD_COLORS = ['grey', 'blue', 'green', 'amber', 'red', 'violet'] as const
export type CardColor = (typeof CARD_COLORS)[number]

export const Note = Type.Object(
  {
    x: Type.Number(),
    y: Type.Number(),
    width: Type.Number({ minimum: 80, maximum: 2000 }),
    height: Type.Number({ minimum: 40, maximum: 2000 }),
    text: Type.String({ maxLength: 4000 }),
    color: Type.Enum([...CARD_COLORS]),
  },
  { additionalProperties: false, description: 'A text card on the canvas' },
)
export type Note = Static<typeof Note>

export const Frame = Type.Object(
  {
    title: Type.String({ maxLength: 80 }),
    color: Type.Enum([...CARD_COLORS]),
    members: Type.Array(Type.String(), { description: 'Ids of nodes and notes; the frame is drawn around them' }),
    collapsed: Type.Optional(Type.Boolean({ description: 'Drawn as one small box' })),
  },
  { additionalProperties: false, description: 'A titled group' },
)
export type Frame = Static<typeof Frame>

/** A muted node and the nodes fed only by it are not run; a bypassed one passes its input on. */
export const NODE_SWITCHES = ['muted', 'bypassed'] as const
export type NodeSwitch = (typeof NODE_SWITCHES)[number]

/** Positions on the canvas; never part of the graph itself. Units: canvas pixels at zoom 1. */
export const Layout = Type.Object(
  {
    nodes: Type.Record(Type.String(), Type.Object({ x: Type.Number(), y: Type.Number() })),
    titles: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 80 }), { description: 'Own names of nodes' }),
    ),
    switches: Type.Optional(
      Type.Record(Type.String(), Type.Enum([...NODE_SWITCHES]), {
        description: 'Nodes that are left out of a run (muted) or pass their input on (bypassed)',
      }),
    ),
    notes: Type.Optional(Type.Record(Type.String(), Note)),
    frames: Type.Optional(Type.Record(Type.String(), Frame)),
  },
  { $id: 'Layout', additionalProperties: false },
)
export type Layout = Static<typeof Layout>

/** A `.sightline.json` file. */
export const WorkflowFile = Type.Object(
  {
    format: Type.Literal('sightline-workflow'),
    version: Type.Literal(WORKFLOW_VERSION),
    name: Type.String({ minLength: 1 }),
    description: Type.Optional(Type.String()),
    graph: Graph,
    layout: Type.Optional(Layout),
  },
  { additionalProperties: false },
)
export type WorkflowFile = Static<typeof WorkflowFile>

export const emptyGraph = (): Graph => ({ version: WORKFLOW_VERSION, nodes: [], edges: [] })
