/** The dialog that tracks annotations over several images: they become proposals, image by image. */
import { Button, Group, NumberInput, Progress } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Host } from '../../../../base/host/host-context.ts'
import classes from '../../../../base/ui/dialog-step.module.css'
import { errorText } from '../../../../base/ui/error-text.ts'
import { TimeLeft } from '../../../../parts/studio/jobs/time-left.tsx'
import { texts } from '../../../../texts/texts.ts'
import type { Labelled } from '../../labelling/document/annotation.ts'
import { type TrackedFar, trackOver } from './track-over.ts'

const words = texts.data.label.tracking
const USUAL = 10
const MOST = 500

interface TrackFarOptions {
  host: Host
  imageId: string
  /** Ids of the images behind it, in order. */
  following: readonly string[]
  /** With tracks. */
  annotations: readonly Labelled[]
}

export function trackFar(options: TrackFarOptions): void {
  const id = openModal({
    title: words.farTitle(options.annotations.length),
    size: 'sm',
    children: <TrackFar {...options} onClose={() => closeModal(id)} />,
  })
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
