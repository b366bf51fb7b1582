/** Issues of graphs. */
export const graph = {
  'graph.not_an_object': 'A graph is an object with version, nodes and edges.',
  'graph.too_many_blocks': ['A workflow has at most {max, number} blocks. Split it into several workflows.', 'max'],
} as const
