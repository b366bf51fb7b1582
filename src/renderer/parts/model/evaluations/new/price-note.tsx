/** The price of an evaluation by the plan; nothing where it is free. */
import { useCallback } from 'react'
import { formatExactCredits } from '../../../../base/format/credits.ts'
import { useHost } from '../../../../base/host/host-context.ts'
import { useResource } from '../../../../base/ui/use-resource.ts'
import { texts } from '../../../../texts/texts.ts'
import classes from '../evaluations.module.css'

export function PriceNote({ images }: { images: number }) {
  const host = useHost()
  const { value: usage } = useResource(useCallback(() => host.api('organizations.usage', {}), [host]))
  const price = usage?.prices.find(({ kind, unit }) => kind === 'model_evaluation' && unit === 'images')
  if (!price) return null
  const { micro_usd } = price
  return (
    <p className={classes.note}>
      {texts.evaluations.create.price(formatExactCredits(micro_usd * images), formatExactCredits(micro_usd))}
    </p>
  )
}
