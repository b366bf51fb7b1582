/** Imports an archive with labels: its plan is shown before anything is written. */
import { Button, Group, Progress } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { Dataset } from '../../../../../shared/api/datasets.ts'
import type { DatasetImport } from '../../../../../shared/api/imports.ts'
import { formatBytes } from '../../../../base/format/format.ts'
import { pickFile } from '../../../../parts/studio/upload/pick-file.ts'
import { messageText } from '../../../../texts/message-text.ts'
import { texts } from '../../../../texts/texts.ts'
import classes from '../bring.module.css'
import { PlanForm } from './plan-form.tsx'
import { type Importing, useImport } from './use-import.ts'

const words = texts.data.bring.archive
const ARCHIVE_TYPES = '.zip,.json,.xml,.txt,.csv'

interface ArchiveSourceProps {
  dataset: Dataset
  onAdded(): Promise<void>
  onBusy(isBusy: boolean): void
}

export function ArchiveSource({ dataset, onAdded, onBusy }: ArchiveSourceProps) {
  const importing = useImport(dataset.id, onAdded)
  const { now, sending, problem } = importing
  const isBusy = sending !== null
  useEffect(() => onBusy(isBusy), [isBusy, onBusy])

  const choose = async () => {
    const file = await pickFile(ARCHIVE_TYPES, words.choose)
    if (file) await importing.send(file, { mode: 'append' })
  }
  if (sending) {
    const { file, sent } = sending
    return (
      <Working
        text={texts.data.bring.video.sending(file.name, formatBytes(sent), formatBytes(file.size))}
        percent={(100 * sent) / Math.max(1, file.size)}
        onCancel={importing.stopSending}
      />
    )
  }
  if (now?.status === 'planning' || now?.status === 'importing' || now?.status === 'undoing') {
    const onCancel = now.status === 'undoing' ? null : () => void importing.cancel()
    return <Working text={words.working[now.status](now.filename)} percent={now.progress} onCancel={onCancel} />
  }
  const alert = problem !== null && (
    <p role="alert" className={classes.bad}>
      {problem}
    </p>
  )
  if (now?.status === 'planned' && now.plan) {
    return (
      <div className={classes.step}>
        <PlanForm key={now.id} of={now} plan={now.plan} dataset={dataset} importing={importing} />
        {alert}
      </div>
    )
  }
  return (
    <div className={classes.step}>
      {now ? <Ended of={now} importing={importing} /> : <p className={classes.note}>{words.hint}</p>}
      {alert}
      <Group>
        <Button variant="default" leftSection={<IconFileZip size={15} />} onClick={() => void choose()}>
          {words.choose}
        </Button>
      </Group>
    </div>
  )
}

interface WorkingProps {
  text: string
  percent: number
  /** Null when it can't be cancelled. */
  onCancel: (() => void) | null
}

const Working = ({ text, percent, onCancel }: WorkingProps) => (
  <div className={classes.step}>
    <p role="status">{text}</p>
    <Progress value={percent} size="sm" aria-label={text} />
    {onCancel && (
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {texts.ui.words.cancel}
        </Button>
      </Group>
    )}
  </div>
)

function Ended({ of, importing }: { of: DatasetImport; importing: Importing }) {
  const { status, result, error_message, text, filename } = of
  // Only the writing of an import can be undone, and one that kept nothing has taken all of it back.
  const canUndo = result !== null && status !== 'undone' && text?.code !== 'import.nothing_kept'
  return (
    <>
      {status === 'failed' ? (
        <p role="alert" className={classes.bad}>
          {messageText({ message: error_message ?? words.failed, ...(text && { text }) })}
        </p>
      ) : (
        <p role="status">
          {status === 'undone' ? words.undone(filename) : status === 'cancelled' ? words.cancelled(filename) : null}
          {status === 'completed' && result && doneText(result)}
        </p>
      )}
      {canUndo && (
        <>
          <p className={classes.note}>{words.undoHint}</p>
          <Group>
            <Button variant="default" onClick={() => void importing.undo()}>
              {words.undo}
            </Button>
          </Group>
        </>
      )}
    </>
  )
}

const doneText = (result: NonNullable<DatasetImport['result']>): string =>
  [
    words.done(result.images_added, result.annotations_written),
    result.annotations_unchanged > 0 ? words.unchanged(result.annotations_unchanged) : '',
    result.images_failed > 0 ? words.imagesFailed(result.images_failed) : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
