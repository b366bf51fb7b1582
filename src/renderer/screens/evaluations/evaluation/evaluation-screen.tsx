/** The page of one evaluation: its progress, its failure, or its figures. */
import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { BACKGROUND } from '../../../../shared/api/model-evaluations.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { ClassColors, colorsOfModel } from '../../../base/ui/class-colors.ts'
import { LoadError } from '../../../base/ui/empty.tsx'
import { Page } from '../../../base/ui/page.tsx'
import { StatusBadge } from '../../../base/ui/status-badge.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { useTitle } from '../../../base/ui/use-title.ts'
import { badgeOf } from '../../../parts/model/evaluations/evaluation-text.ts'
import { NewEvaluationButton } from '../../../parts/model/evaluations/new/new-evaluation-button.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from './evaluation.module.css'
import { EvaluationFacts } from './evaluation-facts.tsx'
import { Results } from './results.tsx'
import { type NamedEvaluation, useEvaluation } from './use-evaluation.ts'
import { CancelledState, FailedState, RunningState } from './without-figures.tsx'

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
