/** A link from a run in a list to the batch that it belongs to. */
import { IconStack2 } from '@tabler/icons-react'
import { hrefOf } from '../../base/navigation/route.ts'
import { texts } from '../../texts/texts.ts'
import classes from './batch-chip.module.css'
import { useBatchOfRun } from './batch-store.ts'

export function BatchChip({ runId }: { runId: string }) {
  const batch = useBatchOfRun(runId)
  if (!batch) return null
  return (
    <a className={classes.chip} href={hrefOf({ screen: 'batch', batchId: batch.id })} title={texts.batch.chipHint}>
      <IconStack2 size={13} stroke={1.6} aria-hidden />
      {texts.batch.chip(batch.items.length)}
    </a>
  )
}
