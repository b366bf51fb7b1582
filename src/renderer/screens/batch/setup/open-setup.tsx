/** “Run on many files…” of the editor: shows the problems that block every run, else opens the choice of files. */
import { closeModal, openModal } from '@mantine/modals'
import type { PickedSource } from '../../../../shared/bridge/studio.ts'
import { effectiveGraph } from '../../../../shared/graph/effective-graph.ts'
import { validate } from '../../../../shared/graph/validate.ts'
import type { OpenWorkflow, WorkflowContent } from '../../../base/extensions/open-workflow.ts'
import { navigate } from '../../../base/navigation/route.ts'
import { toastError } from '../../../base/ui/toast.tsx'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import { batchStoreOf, newBatch, queueFiles } from '../batch-store.ts'
import { createCandidates } from './candidates.ts'
import { SetupDialog } from './setup-dialog.tsx'

/** Problems of the workflow's own source are ignored, because each file replaces it. */
const OF_THE_SOURCE: ReadonlySet<string> = new Set([
  'source.not_set',
  'source.unavailable',
  'resource.source_missing',
  'resource.dataset_missing',
])

export function openBatchSetup(workflow: OpenWorkflow): void {
  const { host } = workflow
  if (!workflow.check(OF_THE_SOURCE)) return
  const { name } = workflow.content()
  const candidates = createCandidates(host, (source) => unfitFor(workflow.content(), source))
  const id = openModal({
    title: texts.batch.setup.title(name),
    size: 680,
    onClose: candidates.stop,
    children: (
      <SetupDialog
        host={host}
        candidates={candidates}
        onCancel={() => closeModal(id)}
        onStart={async (sources) => {
          if (!(await workflow.save())) throw new Error(texts.batch.setup.notSaved)
          const batch = newBatch({ id: workflow.id, name: workflow.content().name }, sources)
          await batchStoreOf(host).save(batch)
          closeModal(id)
          navigate({ screen: 'batch', batchId: batch.id })
          queueFiles(
            host,
            batch.id,
            batch.items.map((item) => ({ item })),
          ).catch((error: unknown) => toastError(texts.batch.errors.queue, error))
        }}
      />
    ),
  })
}

/** Returns why the workflow can't run on a file, such as tracking in a single image; null when it can. */
function unfitFor({ graph, layout }: WorkflowContent, { kind, uri }: PickedSource): string | null {
  const nodes = graph.nodes.map((n) => (n.type === 'source' ? { ...n, config: { kind, gcs_uri: uri } } : n))
  const run = effectiveGraph({ ...graph, nodes }, layout).graph
  const problem = validate(run).find((issue) => issue.severity === 'error')
  return problem ? messageText(problem) : null
}
