/** What can be done with the chosen runs, and how much room they take. */
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import { plural } from '../../messages/plural.ts'
import { formatBytes } from '../../ui/format.ts'
import classes from './runs-table.module.css'

interface SelectionBarProps {
  runs: readonly WorkflowRun[]
  onClear: () => void
  onDelete: () => void
}

export function SelectionBar({ runs, onClear, onDelete }: SelectionBarProps) {
  const bytes = runs.flatMap((run) => run.artifacts).reduce((sum, artifact) => sum + artifact.size_bytes, 0)
  return (
    <section className={classes.strip} aria-label="Chosen runs">
      <span role="status">{plural(runs.length, 'run')} chosen</span>
      <small className="figures">{formatBytes(bytes)} on disk</small>
      <Button variant="default" onClick={onClear}>
        Choose none
      </Button>
      <Button variant="default" color="red" leftSection={<IconTrash size={14} />} onClick={onDelete}>
        Delete
      </Button>
    </section>
  )
}
