/** Lists the images that a change left as they were, with the reasons. */
import { Button, Group } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import type { BatchResult } from '../../../../shared/api/image-batches.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import { nameOf } from '../grid/image-cell.tsx'
import classes from './bulk.module.css'
import { readSummaries } from './read-summaries.ts'

const words = texts.data.bulk
/** Further ones are counted. */
const SHOWN = 100

export function showFailures(host: Host, datasetId: string, failed: BatchResult['failed']): void {
  const shown = failed.slice(0, SHOWN)
  const ids = shown.map(({ id }) => id)
  // Without names, the ids are shown.
  const reading = readSummaries(host, datasetId, ids).catch(() => new Map<string, never>())
  void reading.then((images) => {
    const id = openModal({
      title: words.failuresTitle(failed.length),
      size: 'lg',
      children: (
        <>
          <ul className={classes.failures}>
            {shown.map((one) => {
              const image = images.get(one.id)
              return (
                <li key={one.id}>
                  <b>{image ? nameOf(image) : one.id}</b>
                  <span>{messageText({ message: one.reason, ...(one.text && { text: one.text }) })}</span>
                </li>
              )
            })}
          </ul>
          {failed.length > SHOWN && <p>{words.moreFailures(failed.length - SHOWN)}</p>}
          <Group justify="flex-end" mt="md">
            <Button onClick={() => closeModal(id)}>{texts.ui.words.close}</Button>
          </Group>
        </>
      ),
    })
  })
}
