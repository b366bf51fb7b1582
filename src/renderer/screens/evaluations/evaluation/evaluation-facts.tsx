/** The model, the images and the thresholds of an evaluation. */
import { formatDuration, formatFullDate, formatNumber, formatWhen } from '../../../base/format/format.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { Fact, FactList } from '../../../base/ui/fact.tsx'
import { exportNameOf } from '../../../parts/model/evaluations/known-names.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import type { NamedEvaluation } from './use-evaluation.ts'

const words = texts.evaluations.page

export function EvaluationFacts({ evaluation, names, hasExport }: NamedEvaluation) {
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
