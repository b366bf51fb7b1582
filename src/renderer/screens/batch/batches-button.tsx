/** The button above the list of runs that opens the list of batches. */
import { Button } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { hrefOf } from '../../base/navigation/route.ts'
import { texts } from '../../texts/texts.ts'
import { useBatches } from './batch-store.ts'

export function BatchesButton() {
  // The chips beside the runs need the batches.
  useBatches()
  return (
    <Button component="a" href={hrefOf({ screen: 'batches' })} variant="default" leftSection={<IconStack2 size={15} />}>
      {texts.batch.list.link}
    </Button>
  )
}
