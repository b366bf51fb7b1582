/** Links from the list of runs to batches: beside a run to the batch that it belongs to, above the list to all batches. */
import { Button } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { hrefOf } from '../../base/navigation/route.ts'
import { texts } from '../../texts/texts.ts'
import classes from './batch-chip.module.css'
import { useBatches, useBatchOfRun } from './batch-store.ts'

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

/** The button above the list of runs that opens the list of batches. */
export function BatchesButton() {
  // The chips beside the runs need the batches.
  useBatches()
  return (
    <Button component="a" href={hrefOf({ screen: 'batches' })} variant="default" leftSection={<IconStack2 size={15} />}>
      {texts.batch.list.link}
    </Button>
  )
}
