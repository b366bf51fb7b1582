/** The page of one evaluation: its progress, its failure, or its figures. */
import { Button, Progress, Skeleton, Tooltip } from '@mantine/core'
import { useMemo, useState } from 'react'
import { BACKGROUND, type ModelEvaluation } from '../../../../shared/api/model-evaluations.ts'
import { formatDuration, formatFullDate, formatNumber, formatWhen } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useReadOnly } from '../../../base/host/server-state.tsx'
import { hrefOf } from '../../../base/navigation/route.ts'
import { ClassColors, colorsOfModel } from '../../../base/ui/class-colors.ts'
import { Fact, FactList } from '../../../base/ui/fact.tsx'
import { LoadError, Page, useTitle } from '../../../base/ui/page.tsx'
import { StatusBadge } from '../../../base/ui/status-badge.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { badgeOf, exportNameOf, reasonOf, timeLeftOf } from '../../../parts/model/evaluations/evaluation-text.ts'
import { NewEvaluationButton } from '../../../parts/model/evaluations/new/new-evaluation-button.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './evaluation.module.css'
import { Results } from './results.tsx'
import { type NamedEvaluation, useEvaluation } from './use-evaluation.ts'

const words = texts.evaluations.page

export function EvaluationScreen({ evaluationId }: { evaluationId: string }) {
  const { value, error, reload } = useEvaluation(evaluationId)
  const model = value?.names.modelOf(value.evaluation)
  const title = model === undefined ? texts.evaluations.list.title : words.title(model)
  useTitle(title)
  return (
    <Page
      title={title}
      aside={value && <StatusBadge status={badgeOf(value.evaluation.status)} />}
      actions={
        <>
          <a className={classes.back} href={hrefOf({ screen: 'evaluations' })}>
            {words.back}
          </a>
          {value && (
            <NewEvaluationButton
              variant="default"
              label={words.again}
              start={{ modelId: value.evaluation.model_id, datasetId: value.evaluation.dataset_id }}
            />
          )}
        </>
      }
    >
      {!value && error !== null && <LoadError title={words.cannotShow} message={error} onRetry={() => void reload()} />}
      {!value && error === null && (
        <Skeleton height={160} radius="md" role="status" aria-label={texts.access.loading} />
      )}
      {value && <Body {...value} reload={reload} />}
    </Page>
  )
}

function Body({ reload, ...value }: NamedEvaluation & { reload(): Promise<void> }) {
  const { evaluation } = value
  const host = useHost()
  const labels = evaluation.confusion_matrix?.labels
  const colors = useMemo(() => colorsOfModel((labels ?? []).filter((label) => label !== BACKGROUND)), [labels])
  const cancel = async () => {
    try {
      await host.api('modelEvaluations.cancel', { params: { evaluation_id: evaluation.id } })
    } catch (failure) {
      toastError(texts.evaluations.list.notCancelled, failure)
    }
    await reload()
  }
  return (
    <ClassColors value={colors}>
      <div className={classes.content}>
        <EvaluationFacts {...value} />
        {evaluation.options_changed && (
          <p className={classes.warning} role="note">
            <b>{texts.evaluations.list.otherOptions}.</b> {texts.evaluations.list.otherOptionsHint}
          </p>
        )}
        {(evaluation.status === 'pending' || evaluation.status === 'running') && (
          <RunningState evaluation={evaluation} onCancel={cancel} />
        )}
        {evaluation.status === 'failed' && <FailedState evaluation={evaluation} />}
        {evaluation.status === 'cancelled' && <CancelledState />}
        {evaluation.status === 'completed' && <Results {...value} />}
      </div>
    </ClassColors>
  )
}

/** The model, the images and the thresholds of an evaluation. */
function EvaluationFacts({ evaluation, names, hasExport }: NamedEvaluation) {
  const { model_id, iou_threshold, confidence_threshold, total_images, started_at, completed_at } = evaluation
  return (
    <FactList layout="page" label={words.facts}>
      <Fact name={words.model}>
        {names.models.some(({ id }) => id === model_id) ? (
          <a href={hrefOf({ screen: 'model', modelId: model_id })}>{names.modelOf(evaluation)}</a>
        ) : (
          names.modelOf(evaluation)
        )}
      </Fact>
      <Fact name={words.dataset}>{names.datasetOf(evaluation)}</Fact>
      <Fact name={words.export}>
        {hasExport ? exportNameOf(evaluation) : texts.evaluations.list.deletedNamed(exportNameOf(evaluation))}
      </Fact>
      <Fact name={words.images}>{formatCount(total_images)}</Fact>
      <Fact name={words.iou}>{formatNumber(iou_threshold)}</Fact>
      <Fact name={words.confidence}>{formatNumber(confidence_threshold)}</Fact>
      {started_at !== null && (
        <Fact name={words.started}>
          <time dateTime={started_at} title={formatFullDate(started_at)}>
            {formatWhen(started_at)}
          </time>
        </Fact>
      )}
      {started_at !== null && completed_at !== null && (
        <Fact name={words.took}>{formatDuration((Date.parse(completed_at) - Date.parse(started_at)) / 1000)}</Fact>
      )}
    </FactList>
  )
}

/** An evaluation without figures: under way, failed or cancelled. */
function RunningState({ evaluation, onCancel }: { evaluation: ModelEvaluation; onCancel(): Promise<void> }) {
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

function FailedState({ evaluation }: { evaluation: ModelEvaluation }) {
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

function CancelledState() {
  return (
    <section className={classes.state}>
      <h2>{words.cancelled.title}</h2>
      <p>{words.cancelled.hint}</p>
    </section>
  )
}
