/** The dialog that tracks annotations over several images: they become proposals, image by image. */
import { Button, Group, NumberInput, Progress } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type AnnotationOperation, MAX_OPERATIONS } from '../../../../../shared/api/image-annotations.ts'
import type { Host } from '../../../../base/host/host-context.ts'
import classes from '../../../../base/ui/dialog-step.module.css'
import { errorText } from '../../../../base/ui/error-text.ts'
import { TimeLeft } from '../../../../parts/studio/jobs/time-left.tsx'
import { texts } from '../../../../texts/texts.ts'
import { withOneOutline } from '../../annotation-outbox/labelled-image.ts'
import type { Labelled } from '../../labelling/document/document.ts'
import { beside, trackTo } from './tracked-copies.ts'

const words = texts.data.label.tracking
const USUAL = 10
const MOST = 500

interface TrackFarOptions {
  host: Host
  imageId: string
  /** Ids of the images behind it, in order. */
  following: readonly string[]
  /** Annotations that belong to a track. */
  annotations: readonly Labelled[]
}

export function trackFar(options: TrackFarOptions): void {
  const id = openModal({
    title: words.farTitle(options.annotations.length),
    size: 'sm',
    children: <TrackFar {...options} onClose={() => closeModal(id)} />,
  })
}

interface TrackOverOptions {
  host: Host
  imageId: string
  /** In the order in which they are visited. */
  images: readonly string[]
  /** Annotations that belong to a track. */
  annotations: readonly Labelled[]
  signal: AbortSignal
  /** Gets the number of images that are done. */
  onProgress(done: number): void
}

interface TrackedFar {
  /** Proposals that were saved. */
  created: number
  /** Images that were visited. */
  images: number
  /** True when no object was found in the last one. */
  isLost: boolean
  /** The error that ended it behind its first image; null without one. */
  failure: unknown
}

/** Name of the method as the origin of the proposals. */
const METHOD = 'median-flow'

/**
 * Tracks annotations from image to image, and saves them as proposals.
 * Ends early when every object is lost, or between two images by the signal. @throws what a call for the first image throws
 */
export async function trackOver(options: TrackOverOptions): Promise<TrackedFar> {
  const { host, images, signal, onProgress } = options
  let { imageId, annotations } = options
  let created = 0
  for (const [i, target] of images.entries()) {
    const soFar = { created, images: i, isLost: false, failure: null }
    if (signal.aborted) return soFar
    try {
      const { copies } = await trackTo(host, imageId, target, annotations)
      if (copies.length === 0) return { ...soFar, isLost: true }
      created += await propose(host, target, copies)
      annotations = copies
    } catch (failure) {
      if (i === 0) throw failure
      return { ...soFar, failure }
    }
    onProgress(i + 1)
    imageId = target
  }
  return { created, images: images.length, isLost: false, failure: null }
}

/** Returns the number of proposals. */
async function propose(host: Host, image_id: string, copies: readonly Labelled[]): Promise<number> {
  const params = { image_id }
  const read = await host.api('imageAnnotations.get', { params })
  const { created, replaced } = beside(read.annotations.map(withOneOutline), copies)
  const base_revision = read.revision
  const operations: AnnotationOperation[] = [
    ...replaced.map(({ id }) => ({ op_id: crypto.randomUUID(), id, action: 'delete' as const, base_revision })),
    ...created.map(({ id, ...fields }) => ({
      op_id: crypto.randomUUID(),
      id,
      action: 'create' as const,
      base_revision,
      fields: { ...fields, review: 'pending' as const, origin: { source: 'model' as const, model: METHOD } },
    })),
  ]
  for (let from = 0; from < operations.length; from += MAX_OPERATIONS) {
    const body = { operations: operations.slice(from, from + MAX_OPERATIONS) }
    await host.api('imageAnnotations.edit', { params, body })
  }
  return created.length
}

function TrackFar({ host, imageId, following, annotations, onClose }: TrackFarOptions & { onClose(): void }) {
  const most = Math.min(MOST, following.length)
  const [count, setCount] = useState<number | string>(Math.min(USUAL, most))
  const [done, setDone] = useState<number | null>(null)
  const [end, setEnd] = useState<TrackedFar | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const stopping = useRef(new AbortController())
  // A dialog that is closed ends the work after the image at hand.
  useEffect(() => () => stopping.current.abort(), [])

  const start = async (event: FormEvent) => {
    event.preventDefault()
    if (typeof count !== 'number') return
    setProblem(null)
    setDone(0)
    stopping.current = new AbortController()
    const { signal } = stopping.current
    try {
      setEnd(
        await trackOver({ host, imageId, images: following.slice(0, count), annotations, signal, onProgress: setDone }),
      )
    } catch (error) {
      setProblem(errorText(error))
    }
    setDone(null)
  }

  if (end) {
    return (
      <div className={classes.step}>
        <p role="status">{words.farDone(end.created, end.images)}</p>
        {end.isLost && <p className={classes.note}>{words.farLost}</p>}
        {end.failure !== null && (
          <p className={classes.bad} role="alert">
            {words.farFailed(errorText(end.failure))}
          </p>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{texts.ui.words.close}</Button>
        </Group>
      </div>
    )
  }
  if (done !== null && typeof count === 'number') {
    return (
      <div className={classes.step}>
        <p>
          <span role="status">{words.farRunning(done, count)}</span>
          <TimeLeft done={done} total={count} />
        </p>
        <Progress value={(100 * done) / count} size="sm" aria-label={words.progress} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => stopping.current.abort()}>
            {words.stop}
          </Button>
        </Group>
      </div>
    )
  }
  return (
    <form className={classes.step} onSubmit={(event) => void start(event)}>
      <NumberInput
        label={words.images}
        description={words.imagesHint(most)}
        data-autofocus
        min={1}
        max={most}
        allowDecimal={false}
        clampBehavior="strict"
        value={count}
        onChange={setCount}
      />
      <p className={classes.note}>{words.farHint}</p>
      {problem !== null && (
        <p className={classes.bad} role="alert">
          {problem}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {texts.ui.words.cancel}
        </Button>
        <Button type="submit" disabled={typeof count !== 'number' || count < 1}>
          {words.start}
        </Button>
      </Group>
    </form>
  )
}
