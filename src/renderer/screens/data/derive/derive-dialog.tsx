/** The dialog that makes a data set of changed copies or tiles of the images of another one. */
import { Button, Group, Progress } from '@mantine/core'
import { closeModal, openModal, updateModal } from '@mantine/modals'
import { useCallback, useState } from 'react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import type { DerivedDataset } from '../../../../shared/api/derived-datasets.ts'
import type { Job } from '../../../../shared/api/jobs.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import classes from '../../../base/ui/dialog-step.module.css'
import { toastError, toastInfo } from '../../../base/ui/toast.tsx'
import { TimeLeft } from '../../../parts/studio/jobs/time-left.tsx'
import { useFollowed } from '../../../parts/studio/jobs/use-followed.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import { EVERY_IMAGE, listIds } from '../query/image-query.ts'
import type { Kind } from './derive-choice.ts'
import { DeriveForm } from './derive-form.tsx'

const words = texts.data.derive
/** Images that the preview steps through. */
const MOST_SHOWN = 50

/** Opens the dialog for a data set with images. */
export async function deriveDataset(host: Host, dataset: Dataset, kind: Kind): Promise<void> {
  try {
    // Annotated images first: they show where their annotations go.
    const { data } = await listIds(host, dataset.id, { ...EVERY_IMAGE, sort: '-annotations' })
    if (data.length === 0) return toastInfo(words.noImages)
    const id = openModal({
      title: words.title(dataset.name),
      size: 960,
      children: (
        <Derive
          host={host}
          dataset={dataset}
          kind={kind}
          ids={data.slice(0, MOST_SHOWN)}
          onClose={() => closeModal(id)}
        />
      ),
    })
    updateModal({ modalId: id, closeOnClickOutside: false })
  } catch (error) {
    toastError(words.failed, error)
  }
}

interface DeriveProps {
  host: Host
  dataset: Dataset
  ids: readonly string[]
  kind: Kind
  onClose(): void
}

const hasEnded = ({ state }: Job): boolean => state !== 'queued' && state !== 'running'

function Derive({ host, dataset, ids, kind, onClose }: DeriveProps) {
  const [made, setMade] = useState<DerivedDataset | null>(null)
  const read = useCallback(({ id }: Job) => host.api('jobs.get', { params: { job_id: id } }), [host])
  const { now, problem, follow } = useFollowed(read, hasEnded)
  const onStarted = (started: DerivedDataset) => {
    setMade(started)
    void follow(() => host.api('jobs.get', { params: { job_id: started.job_id ?? '' } }))
  }
  const cancel = async (job_id: string) => {
    try {
      await host.api('jobs.cancel', { params: { job_id } })
    } catch (error) {
      toastError(words.notCancelled, error)
    }
  }
  if (made === null)
    return <DeriveForm host={host} dataset={dataset} ids={ids} kind={kind} onStarted={onStarted} onClose={onClose} />
  const { done = 0, total = null } = now?.progress ?? {}
  const isOver = now !== null && hasEnded(now)
  const open = (
    <Button
      component="a"
      href={hrefOf({ screen: 'dataset', datasetId: made.dataset_id ?? '' })}
      variant={isOver ? 'filled' : 'default'}
      onClick={onClose}
    >
      {words.open}
    </Button>
  )
  return (
    <div className={classes.step}>
      <p role="status">
        {isOver
          ? words.ended[now.state === 'done' ? 'done' : now.state === 'cancelled' ? 'cancelled' : 'failed']
          : words.running(made.dataset_name ?? '', done, total ?? made.source_images)}
        {!isOver && <TimeLeft done={done} total={total} />}
      </p>
      {!isOver && (
        <>
          <Progress
            value={(100 * done) / Math.max(1, total ?? made.source_images)}
            size="sm"
            aria-label={words.progress}
          />
          <p className={classes.note}>{words.continues}</p>
        </>
      )}
      {(problem !== null || now?.error) && (
        <p className={classes.bad} role="alert">
          {problem ?? messageText({ message: now?.error ?? '', ...(now?.text && { text: now.text }) })}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        {!isOver && now !== null && (
          <Button variant="default" onClick={() => void cancel(now.id)}>
            {texts.ui.words.cancel}
          </Button>
        )}
        {open}
      </Group>
    </div>
  )
}
