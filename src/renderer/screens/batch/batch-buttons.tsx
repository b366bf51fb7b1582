/** The buttons of a batch. */
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconFileTypeCsv, IconPlayerStopFilled, IconReload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Batch } from '../../../shared/domain/batch.ts'
import type { Owned } from '../../base/records/record-calls.ts'
import { Refusable } from '../../base/ui/refusable.tsx'
import { RefusableItem } from '../../base/ui/refusable-item.tsx'
import { saveText } from '../../base/ui/save-text.ts'
import { ShareItem } from '../../parts/studio/sharing/share-button.tsx'
import { texts } from '../../texts/texts.ts'
import { batchCsv } from './batch-csv.ts'
import { type BatchRow, isFailed, isOpen } from './batch-rows.ts'
import type { BatchActions } from './use-batch-actions.ts'

const words = texts.batch

interface BatchButtonsProps {
  batch: Batch
  owner: Owned | undefined
  /** The reason why the caller may not change the batch; null when it may. */
  refused: string | null
  rows: readonly BatchRow[]
  actions: BatchActions
  onChanged: () => void
  onRemoved: () => void
}

export function BatchButtons({ batch, owner, refused, rows, actions, onChanged, onRemoved }: BatchButtonsProps) {
  const [busy, setBusy] = useState<'cancel' | 'retry' | null>(null)
  const failed = rows.filter(isFailed)
  const cancelled = rows.filter((row) => row.state === 'cancelled')
  const runs = rows.flatMap(({ run }) => run ?? [])
  const during = async (what: 'cancel' | 'retry', work: Promise<void>) => {
    setBusy(what)
    await work
    onChanged()
    setBusy(null)
  }
  return (
    <>
      {rows.some(isOpen) && (
        <Button
          variant="default"
          leftSection={<IconPlayerStopFilled size={14} />}
          loading={busy === 'cancel'}
          onClick={() => void during('cancel', actions.cancelRest(batch, rows))}
        >
          {words.cancelAll}
        </Button>
      )}
      {failed.length > 0 && (
        <Refusable
          label={words.retry(failed.length)}
          icon={<IconReload size={15} />}
          refused={refused}
          hint={words.retryHint}
          loading={busy === 'retry'}
          onClick={() => void during('retry', actions.queue(batch, failed))}
        />
      )}
      <Button
        variant="default"
        leftSection={<IconFileTypeCsv size={15} />}
        onClick={() => saveText(csvName(batch), batchCsv(rows), 'text/csv')}
      >
        {words.exportCsv}
      </Button>
      <Menu position="bottom-end" width={270}>
        <Menu.Target>
          <ActionIcon aria-label={words.moreOfBatch}>
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {cancelled.length > 0 && (
            <RefusableItem
              icon={<IconReload size={15} />}
              refused={refused}
              onClick={() => void during('retry', actions.queue(batch, cancelled))}
            >
              {words.runCancelled(cancelled.length)}
            </RefusableItem>
          )}
          <ShareItem record={owner} onShare={(visibility) => actions.share(batch, visibility)} />
          <RefusableItem
            color="red"
            icon={<IconTrash size={15} />}
            refused={refused}
            onClick={() => {
              actions.remove(batch)
              onRemoved()
            }}
          >
            {words.remove}
          </RefusableItem>
          {runs.length > 0 && (
            <RefusableItem
              color="red"
              icon={<IconTrash size={15} />}
              refused={refused}
              onClick={() => {
                actions.removeWithRuns(batch)
                onRemoved()
              }}
            >
              {words.removeWithRuns(runs.length)}
            </RefusableItem>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

/** A file name that is valid on every operating system and sorts by time. */
const csvName = ({ workflow_name, created_at }: Batch): string => {
  const name = workflow_name.replace(/[^\p{L}\p{N} ._-]+/gu, '-').replace(/^[ .-]+|[ .-]+$/g, '') || 'batch'
  return `${name} ${created_at.slice(0, 16).replace('T', ' ').replace(':', '')}.csv`
}
