/** The facts of a deployment: model, compute, uptime and cost. */
import type { Deployment, DeploymentMetrics } from '../../../../shared/api/deployments.ts'
import type { Model } from '../../../../shared/api/models.ts'
import { formatCredits, formatExactCredits } from '../../../base/format/credits.ts'
import { formatDuration, formatFullDate, formatNumber, formatWhen } from '../../../base/format/format.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { Fact, FactList } from '../../../base/ui/fact.tsx'
import { texts } from '../../../texts/texts.ts'
import { computeText, rangeText } from '../deployment-status.tsx'

const words = texts.deployments.page
const MINUTES_IN_HOUR = 60

interface DeploymentFactsProps {
  deployment: Deployment
  /** Null when it was deleted, undefined until it is read. */
  model: Model | null | undefined
  /** Null while the deployment is not active. */
  metrics: DeploymentMetrics | null
}

export function DeploymentFacts({ deployment, model, metrics }: DeploymentFactsProps) {
  const { scaledown_window, uptime_seconds, accrued_cost_credits, cost_rate_per_min, created_at } = deployment
  const range = rangeText(deployment)
  return (
    <FactList layout="page" label={words.facts}>
      <Fact name={words.model}>
        {model ? (
          <a href={hrefOf({ screen: 'model', modelId: model.id })}>{model.name}</a>
        ) : model === null ? (
          texts.deployments.deletedModel
        ) : (
          '\u00a0'
        )}
      </Fact>
      <Fact name={words.compute}>{computeText(deployment)}</Fact>
      <Fact name={words.containers}>{words.containersNow(metrics?.containers ?? 0, range)}</Fact>
      <Fact name={words.window}>{words.seconds(scaledown_window)}</Fact>
      <Fact name={words.defaults}>{defaultsText(deployment)}</Fact>
      <Fact name={words.rate}>
        <span title={words.rateHint}>
          {cost_rate_per_min === 0
            ? words.free
            : words.perHour(formatExactCredits(cost_rate_per_min * MINUTES_IN_HOUR))}
        </span>
      </Fact>
      <Fact name={words.uptime}>
        <span title={words.uptimeHint}>{formatDuration(uptime_seconds)}</span>
      </Fact>
      <Fact name={words.cost}>{formatCredits(accrued_cost_credits)}</Fact>
      {created_at !== null && (
        <Fact name={words.created}>
          <time dateTime={created_at} title={formatFullDate(created_at)}>
            {formatWhen(created_at)}
          </time>
        </Fact>
      )}
    </FactList>
  )
}

function defaultsText({ inference_config: { confidence, class_filter } }: Deployment): string {
  const set = [
    confidence === undefined ? null : words.confidence(formatNumber(confidence)),
    class_filter?.length ? class_filter.join(', ') : null,
  ].filter((text) => text !== null)
  return set.length === 0 ? words.noDefaults : set.join(' · ')
}
