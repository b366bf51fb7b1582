/** The placeholder for an overlay without data. */
import { IconFocusCentered } from '@tabler/icons-react'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './inspector.module.css'

export function NoFrames({ run: { inspection, status }, error }: { run: WorkflowRun; error: string | null }) {
  const words = texts.runs.inspector.noFrames
  if (status !== 'completed') {
    return (
      <div className={classes.none}>
        <p>{texts.runs.failurePanel.noResults}</p>
      </div>
    )
  }
  return (
    <div className={classes.none}>
      <IconFocusCentered size={18} stroke={1.6} aria-hidden />
      <p>{error ?? (inspection && inspection.frames === null ? words.nothingDetects : words.noRecord)}</p>
    </div>
  )
}
