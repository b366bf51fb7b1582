import { validate as issuesOf } from '../../src/shared/graph/validate.ts'
import { spreadOf } from '../clock.ts'
import { bigWorkflow } from '../ui/big-graph.ts'

/** Checks a workflow of so many blocks, as the editor does after each change, in ms. */
export async function validate({ blocks }: { blocks: number }) {
  const { graph } = bigWorkflow(blocks)
  return spreadOf(100, () => void issuesOf(graph))
}
