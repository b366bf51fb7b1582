/** What this version can't run yet, found before anything is opened. */
import { canWrite } from '../blocks/sink.ts'
import type { AnyPlannedNode, Plan } from './plan.ts'
import { RunFailure } from './run-failure.ts'

/** Raises `block_unsupported` for the first such block. */
export function requireSupported(plan: Plan): void {
  for (const node of plan.nodes) {
    const message = refusal(node)
    if (message) throw new RunFailure('block_unsupported', message, node.id)
  }
}

function refusal(node: AnyPlannedNode): string | null {
  if (node.kind === 'source' && (node.config.kind === 'dataset' || node.config.kind === 'export')) {
    return 'Sources that read a data set or an export can’t be run yet. Choose a video or an image.'
  }
  if (node.kind === 'model' && node.config.model_kind === 'sam3') {
    return 'The sam3 model can’t be run yet. Choose a trained model.'
  }
  if (node.kind === 'sink' && !canWrite(node.config.kind)) {
    const what = node.config.kind === 'webhook' ? 'call a webhook' : 'write annotations'
    return `Sinks that ${what} can’t be run yet. Choose JSON or CSV, or remove this block.`
  }
  return null
}
