/** The progress of a batch, with the time left at the speed so far. */
import { Button, Group, Progress } from '@mantine/core'
import type { BatchJob } from '../../../../shared/api/auto-annotate.ts'
import classes from '../../../base/ui/dialog-step.module.css'
import { TimeLeft } from '../../../parts/studio/jobs/time-left.tsx'
import { texts } from '../../../texts/texts.ts'

const words = texts.data.preLabel

interface PreLabelProgressProps {
  of: BatchJob
  problem: string | null
  onCancel(): void
}

export function PreLabelProgress({ of, problem, onCancel }: PreLabelProgressProps) {
  const { status, processed_images, failed_images, total_images } = of
  const done = processed_images + failed_images
  return (
    <div className={classes.step}>
      <p role="status">
        {status === 'pending' ? words.waiting : words.running(done, total_images)}
        <TimeLeft done={done} total={total_images} />
      </p>
      <Progress value={(100 * done) / Math.max(1, total_images)} size="sm" aria-label={words.progress} />
      <p className={classes.note}>{words.continues}</p>
      {problem !== null && (
        <p className={classes.bad} role="alert">
          {problem}
        </p>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {texts.ui.words.cancel}
        </Button>
      </Group>
    </div>
  )
}
