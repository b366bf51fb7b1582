/** The dialog in which a model annotates images: its settings and price, its progress, and its result. */
import { closeModal, openModal } from '@mantine/modals'
import { useCallback, useEffect, useRef } from 'react'
import type { BatchJob } from '../../../../shared/api/auto-annotate.ts'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { toastError } from '../../../base/ui/toast.tsx'
import { useFollowed } from '../../../parts/studio/jobs/use-followed.ts'
import { texts } from '../../../texts/texts.ts'
import { countOf, type ImageSet } from '../query/image-set.ts'
import { PreLabelEnd } from './pre-label-end.tsx'
import { PreLabelForm } from './pre-label-form.tsx'
import { PreLabelProgress } from './pre-label-progress.tsx'

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
