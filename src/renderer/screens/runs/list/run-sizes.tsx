/** The total size of the files of the listed runs. */
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatBytes } from '../../../base/format/format.ts'
import classes from '../../../parts/run/queue/runs-table.module.css'
import { texts } from '../../../texts/texts.ts'
import { totalSize } from '../artifact-list/artifact-groups.ts'

const ownFiles = (inspection: WorkflowRun['inspection']) =>
  [inspection?.frames, inspection?.events].filter((file) => file != null)

/** @param more true when there are older runs that are not listed */
export function RunSizes({ runs, more }: { runs: readonly WorkflowRun[]; more: boolean }) {
  const size = formatBytes(
    totalSize(runs.flatMap(({ artifacts, inspection }) => [...artifacts, ...ownFiles(inspection)])),
  )
  const { shown, total } = texts.runs.runSizes
  return <p className={classes.sizes}>{(more ? shown : total)(runs.length, size)}</p>
}
