/** The dialog in which a model annotates images: its settings and price, its progress, and its result. */
import { Button, Group, Progress } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { useCallback, useEffect, useRef } from 'react'
import type { BatchJob } from '../../../../shared/api/auto-annotate.ts'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import type { Host } from '../../../base/host/host-context.ts'
import classes from '../../../base/ui/dialog-step.module.css'
import { toastError } from '../../../base/ui/toast.tsx'
import { TimeLeft } from '../../../parts/studio/jobs/time-left.tsx'
import { useFollowed } from '../../../parts/studio/jobs/use-followed.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import { countOf, type ImageSet } from '../query/image-query.ts'
import { PreLabelForm } from './pre-label-form.tsx'

const words = texts.data.preLabel

export interface PreLabelOptions {
  host: Host
  dataset: Dataset
  images: ImageSet
  /** Called when annotations were added, if the dialog is still open. */
  onChanged(): Promise<void>
  /** Opens the first image with proposals; without it there is no such button. */
  onReview?: () => void
}

export function preLabel(options: PreLabelOptions): void {
  const id = openModal({
    title: words.title(countOf(options.images)),
    size: 'md',
    children: <PreLabel {...options} onClose={() => closeModal(id)} />,
  })
}

const hasEnded = ({ status }: BatchJob): boolean => status !== 'pending' && status !== 'running'

interface PreLabelProgressProps {
  of: BatchJob
  problem: string | null
  onCancel(): void
}

/** The progress of a batch, with the time left at the speed so far. */
function PreLabelProgress({ of, problem, onCancel }: PreLabelProgressProps) {
  const { status, processed_images, failed_images, total_images } = of
  const done = processed_images + failed_images
  return (
    <div className={classes.step}>
      <p role="status">
        {status === 'pending' ? words.waiting : words.running(done, total_images)}
        <TimeLeft done={done} total={total_images} />
      </p>
      <Progress value={(100 * done) / Math.max(1, total_images)} size="sm" aria-label={words.progress} />
      <p className={classes.note}>{words.continues}</p>
      {problem !== null && (
        <p className={classes.bad} role="alert">
          {problem}
        </p>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {texts.ui.words.cancel}
        </Button>
      </Group>
    </div>
  )
}

interface PreLabelEndProps {
  of: BatchJob
  /** Shows the settings again. */
  onAgain(): void
  onClose(): void
  onReview: (() => void) | undefined
}

/** The result of a batch: added annotations, failed images, and the way to the review. */
export function PreLabelEnd({ of, onAgain, onClose, onReview }: PreLabelEndProps) {
  const { status, processed_images, failed_images, total_annotations_added: added, error_message, text } = of
  return (
    <div className={classes.step}>
      <p role="status">
        {status === 'cancelled' && `${words.cancelled} `}
        {(status !== 'failed' || processed_images > 0) && words.done(added, processed_images)}
        {added === 0 && status === 'completed' && ` ${words.nothing}`}
      </p>
      {failed_images > 0 && <p className={classes.bad}>{words.imagesFailed(failed_images)}</p>}
      {status === 'failed' && (
        <p className={classes.bad} role="alert">
          {messageText({ message: error_message ?? words.failed, ...(text && { text }) })}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onAgain}>
          {words.again}
        </Button>
        {onReview && added > 0 ? (
          <Button
            data-autofocus
            onClick={() => {
              onClose()
              onReview()
            }}
          >
            {words.review}
          </Button>
        ) : (
          <Button data-autofocus onClick={onClose}>
            {texts.ui.words.close}
          </Button>
        )}
      </Group>
    </div>
  )
}

function PreLabel({ host, dataset, images, onChanged, onReview, onClose }: PreLabelOptions & { onClose(): void }) {
  const read = useCallback(
    ({ job_id }: BatchJob) => host.api('autoAnnotate.batchStatus', { params: { job_id } }),
    [host],
  )
  const { now, problem, follow, clear } = useFollowed(read, hasEnded)
  const isOver = now !== null && hasEnded(now)
  const changed = useRef(onChanged)
  changed.current = onChanged
  useEffect(() => {
    if (isOver) void changed.current()
  }, [isOver])

  const cancel = async (job: BatchJob) => {
    try {
      await host.api('autoAnnotate.cancelBatch', { params: { job_id: job.job_id } })
    } catch (error) {
      toastError(words.notCancelled, error)
    }
  }
  if (now === null)
    return (
      <PreLabelForm
        host={host}
        dataset={dataset}
        images={images}
        problem={problem}
        onClose={onClose}
        onStart={follow}
      />
    )
  if (!isOver) return <PreLabelProgress of={now} problem={problem} onCancel={() => void cancel(now)} />
  return <PreLabelEnd of={now} onAgain={clear} onClose={onClose} onReview={onReview} />
}
