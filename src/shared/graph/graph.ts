/** The graph as it travels on the wire, the canvas layout beside it, and the file that holds both. */
import { type Static, Type } from 'typebox'

export const GraphNode = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 100 }),
    type: Type.String({ description: 'One of the nine block kinds' }),
    config: Type.Record(Type.String(), Type.Unknown(), { default: {} }),
  },
  { additionalProperties: false },
)
export type GraphNode = Static<typeof GraphNode>

export const GraphEdge = Type.Object(
  {
    source: Type.String({ description: 'Node id' }),
    target: Type.String({ description: 'Node id' }),
    sourceHandle: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    targetHandle: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  },
  { additionalProperties: false },
)
export type GraphEdge = Static<typeof GraphEdge>

export const Graph = Type.Object(
  { version: Type.Literal(1), nodes: Type.Array(GraphNode), edges: Type.Array(GraphEdge) },
  { $id: 'Graph', additionalProperties: false },
)
export type Graph = Static<typeof Graph>

/** Where things stand on the canvas; never part of the graph itself. Units: canvas pixels at zoom 1. */
export const Layout = Type.Object(
  {
    nodes: Type.Record(Type.String(), Type.Object({ x: Type.Number(), y: Type.Number() })),
    titles: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 80 }), { description: 'Own names of nodes' }),
    ),
  },
  { $id: 'Layout', additionalProperties: false },
)
export type Layout = Static<typeof Layout>

/** A `.sightline.json` file. */
export const WorkflowFile = Type.Object(
  {
    format: Type.Literal('sightline-workflow'),
    version: Type.Literal(1),
    name: Type.String({ minLength: 1 }),
    description: Type.Optional(Type.String()),
    graph: Graph,
    layout: Type.Optional(Layout),
  },
  { additionalProperties: false },
)
export type WorkflowFile = Static<typeof WorkflowFile>

export const emptyGraph = (): Graph => ({ version: 1, nodes: [], edges: [] })
