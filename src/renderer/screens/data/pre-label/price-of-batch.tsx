/** The price of a batch, by the plan. */
import { useCallback } from 'react'
import type { BatchQuote } from '../../../../shared/api/auto-annotate.ts'
import { formatCredits, formatExactCredits } from '../../../base/format/credits.ts'
import type { Host } from '../../../base/host/host-context.ts'
import classes from '../../../base/ui/dialog-step.module.css'
import { type Resource, useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'

const words = texts.data.preLabel

interface Priced {
  dataset: string
  ids: readonly string[]
  model_id: string | null
  classes: { name: string }[]
}

/** @param priced null while nothing can be priced */
export function usePrice(host: Host, priced: Priced | null): Resource<BatchQuote | null> {
  const { dataset, ids, model_id } = priced ?? {}
  // The price depends on the classes only where each is a search of its own.
  const names = model_id === null ? JSON.stringify(priced?.classes) : '[]'
  return useResource(
    useCallback(async () => {
      if (dataset === undefined || ids === undefined) return null
      const classNames = JSON.parse(names) as Priced['classes']
      const body = { dataset_name: dataset, image_filenames: [...ids], classes: classNames, model_id: model_id ?? null }
      return host.api('autoAnnotate.quote', { body })
    }, [host, dataset, ids, model_id, names]),
  )
}

export function PriceOfBatch({ value, error }: Pick<Resource<BatchQuote | null>, 'value' | 'error'>) {
  if (error !== null) {
    return (
      <p className={classes.bad} role="alert">
        {error}
      </p>
    )
  }
  if (!value) return <p className={classes.note}>{words.pricing}</p>
  const { total_images: images, estimated_credits: cost, remaining_credits: rest, sufficient } = value
  if (!sufficient) {
    return (
      <p className={classes.bad} role="alert">
        {words.tooExpensive(formatExactCredits(cost), formatCredits(rest))}
      </p>
    )
  }
  const text = cost === 0 ? words.free(images) : words.price(images, formatExactCredits(cost), formatCredits(rest))
  return <p className={classes.note}>{text}</p>
}
