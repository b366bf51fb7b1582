/** The price of the chosen compute. */
import { useCallback } from 'react'
import type { DeploymentComputeOption, DeploymentQuote } from '../../../../shared/api/deployment-compute.ts'
import { formatExactCredits } from '../../../base/format/credits.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { useResource } from '../../../base/ui/use-resource.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './deploy.module.css'

const words = texts.deployments.form
const MINUTES_IN_HOUR = 60
const HOURS_IN_DAY = 24

interface QuoteProps {
  host: Host
  option: DeploymentComputeOption | undefined
  minContainers: number
}

export function Quote({ host, option, minContainers }: QuoteProps) {
  const [compute, gpu] = [option?.compute_type, option?.gpu_type]
  const { value, error } = useResource(
    useCallback(async () => {
      if (compute === undefined) return null
      const query = { compute_type: compute, ...(gpu && { gpu_type: gpu }), min_containers: minContainers }
      return { ...(await host.api('deployments.quote', { query })), minContainers }
    }, [host, compute, gpu, minContainers]),
  )
  return (
    <p className={classes.quote} role="status">
      {error !== null ? words.notPriced(error) : value ? quoteText(value) : words.pricing}
    </p>
  )
}

function quoteText(quote: DeploymentQuote & { minContainers: number }): string {
  const { rate_per_min_micro_usd, billing_note, text, minContainers } = quote
  if (rate_per_min_micro_usd === 0) return messageText({ message: billing_note, text })
  const hour = rate_per_min_micro_usd * MINUTES_IN_HOUR
  const rate = words.whileRunning(formatExactCredits(hour))
  if (minContainers === 0) return words.nothingWhileIdle(rate)
  return words.always(rate, minContainers, formatExactCredits(hour * HOURS_IN_DAY * minContainers))
}
