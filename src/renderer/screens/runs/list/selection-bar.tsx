/** The actions for the chosen runs, and the total size of their files. */
import { Button } from '@mantine/core'
import { IconArrowsDiff, IconTrash } from '@tabler/icons-react'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatBytes } from '../../../base/format/format.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import classes from '../../../parts/run/queue/runs-table.module.css'
import { texts } from '../../../texts/texts.ts'

interface SelectionBarProps {
  runs: readonly WorkflowRun[]
  onClear: () => void
  onDelete: () => void
}

export function SelectionBar({ runs, onClear, onDelete }: SelectionBarProps) {
  const bytes = runs.flatMap((run) => run.artifacts).reduce((sum, artifact) => sum + artifact.size_bytes, 0)
  return (
    <section className={classes.strip} aria-label={texts.runs.list.selection.title}>
      <span role="status">{texts.runs.list.selection.chosen(runs.length)}</span>
      <small className="figures">{texts.runs.list.selection.onDisk(formatBytes(bytes))}</small>
      {runs.length === 2 && <CompareButton runs={runs} />}
      <Button variant="default" onClick={onClear}>
        {texts.runs.list.selection.none}
      </Button>
      <Button variant="default" color="red" leftSection={<IconTrash size={14} />} onClick={onDelete}>
        {texts.ui.words.delete}
      </Button>
    </section>
  )
}

/** The older run is A, so that differences read as changes since then. */
function CompareButton({ runs }: { runs: readonly WorkflowRun[] }) {
  const [a, b] = [...runs].sort((x, y) => x.created_at.localeCompare(y.created_at)) as [WorkflowRun, WorkflowRun]
  return (
    <Button
      component="a"
      variant="default"
      href={hrefOf({ screen: 'compare', runA: a.id, runB: b.id })}
      leftSection={<IconArrowsDiff size={14} />}
    >
      {texts.compare.compare}
    </Button>
  )
}
