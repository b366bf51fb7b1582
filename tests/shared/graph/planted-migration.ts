/** A migration from a version that never was to the current one, for tests of the places that read workflows. */
import { WORKFLOW_VERSION } from '../../../src/shared/graph/graph.ts'
import { MIGRATIONS, type Migration } from '../../../src/shared/graph/migrations.ts'

const EARLIER = 0

/** Renames the block kind “sieve” to “filter”. Returns the function that removes it. */
export function plantMigration(): () => void {
  const list = MIGRATIONS as Migration[]
  list.unshift({
    from: EARLIER,
    sightline: '0.0.1',
    migrate: ({ graph, layout }) => ({
      graph: JSON.parse(JSON.stringify(graph).replaceAll('sieve', 'filter')),
      ...(layout !== undefined && { layout }),
    }),
  })
  return () => void list.shift()
}

const nodeOf = (type: string) => ({ id: 'keep', type, config: { keep_classes: ['car'] } })
export const earlierGraph = { version: EARLIER, nodes: [nodeOf('sieve')], edges: [] }
export const currentGraph = { version: WORKFLOW_VERSION, nodes: [nodeOf('filter')], edges: [] } as const
export const earlierFile = { format: 'sightline-workflow', version: EARLIER, name: 'Old', graph: earlierGraph }
export const currentFile = { format: 'sightline-workflow', version: WORKFLOW_VERSION, name: 'Old', graph: currentGraph }
