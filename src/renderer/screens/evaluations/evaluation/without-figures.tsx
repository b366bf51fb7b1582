/** An evaluation without figures: under way, failed or cancelled. */
import { Button, Progress, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type { ModelEvaluation } from '../../../../shared/api/model-evaluations.ts'
import { useReadOnly } from '../../../base/host/server-state.tsx'
import { hrefOf } from '../../../base/navigation/route.ts'
import { reasonOf, timeLeftOf } from '../../../parts/model/evaluations/evaluation-text.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './evaluation.module.css'

const words = texts.evaluations.page

export function RunningState({ evaluation, onCancel }: { evaluation: ModelEvaluation; onCancel(): Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const readOnly = useReadOnly()
  const { status, progress, evaluated_images, total_images } = evaluation
  const done = [texts.evaluations.list.progress(evaluated_images, total_images), timeLeftOf(evaluation)]
  return (
    <section className={classes.state}>
      <h2>{status === 'pending' ? words.running.waiting : words.running.title}</h2>
      <Progress value={progress} aria-label={words.running.progress} />
      <p className="figures" role="status">
        {done.filter(Boolean).join(', ')}
      </p>
      <p>{words.running.hint}</p>
      <Tooltip label={readOnly} disabled={readOnly === null} multiline maw={300}>
        <Button
          variant="default"
          loading={busy}
          aria-disabled={readOnly !== null || undefined}
          aria-description={readOnly ?? undefined}
          data-disabled={readOnly !== null || undefined}
          onClick={async () => {
            if (readOnly !== null) return
            setBusy(true)
            await onCancel()
            setBusy(false)
          }}
        >
          {words.running.cancel}
        </Button>
      </Tooltip>
    </section>
  )
}

export function FailedState({ evaluation }: { evaluation: ModelEvaluation }) {
  return (
    <section className={classes.state} data-failed>
      <h2>{words.failed.title}</h2>
      <p role="alert">{reasonOf(evaluation) ?? words.failed.unknown}</p>
      <p>{words.failed.next}</p>
      <Button component="a" variant="default" href={hrefOf({ screen: 'model', modelId: evaluation.model_id })}>
        {words.failed.toModel}
      </Button>
    </section>
  )
}

export function CancelledState() {
  return (
    <section className={classes.state}>
      <h2>{words.cancelled.title}</h2>
      <p>{words.cancelled.hint}</p>
    </section>
  )
}
