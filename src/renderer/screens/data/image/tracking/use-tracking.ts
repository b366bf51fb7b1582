/** Tracks the selected annotations, or all, to the next image, or over several. */
import { useCallback, useRef } from 'react'
import type { Host } from '../../../../base/host/host-context.ts'
import { toastError, toastInfo } from '../../../../base/ui/toast.tsx'
import { texts } from '../../../../texts/texts.ts'
import { isPending, type Labelled, type Operation } from '../../labelling/document/document.ts'
import type { LabellingStage } from '../../labelling/stage/stage.ts'
import { trackFar } from './track-far.tsx'
import { beside, type Tracked, trackTo, withTracks } from './tracked-copies.ts'

const words = texts.data.label.tracking

interface TrackingOptions {
  host: Host
  imageId: string
  /** The ids of the images in the list, in its order. */
  ids: readonly string[]
  stage: LabellingStage | null
  goTo(imageId: string): void
}

export interface Tracking {
  toNext(): void
  over(): void
  /** Adds what was tracked to an image once it is open, as one step that can be undone. */
  onOpened(imageId: string, stage: LabellingStage): void
}

export function useTracking({ host, imageId, ids, stage, goTo }: TrackingOptions): Tracking {
  const arriving = useRef<(Tracked & { imageId: string }) | null>(null)
  const isBusy = useRef(false)
  const shown = useRef(imageId)
  shown.current = imageId
  const index = ids.indexOf(imageId)

  /** Gives the annotations to track their tracks and returns them; null when the image has nothing to track. */
  function begin(): Labelled[] | null {
    if (!stage || stage.readOnly) return null
    const { document } = stage
    const chosen = document.selected.length > 0 ? document.selected : document.ordered.filter((one) => !isPending(one))
    if (chosen.length === 0) {
      toastInfo(words.nothing)
      return null
    }
    const tracked = withTracks(chosen)
    const changes = tracked.flatMap(({ id, track_id }, i): Operation[] =>
      chosen[i]?.track_id === undefined && track_id ? [{ action: 'update', id, fields: { track_id } }] : [],
    )
    document.gesture(changes)
    return tracked
  }

  async function toNext(): Promise<void> {
    const target = index < 0 ? undefined : ids[index + 1]
    if (target === undefined) return toastInfo(words.noNext)
    if (isBusy.current) return
    const annotations = begin()
    if (!annotations) return
    isBusy.current = true
    try {
      const tracked = await trackTo(host, imageId, target, annotations)
      // The user has opened another image meanwhile.
      if (shown.current !== imageId) return
      if (tracked.copies.length === 0) return toastInfo(words.allLost)
      arriving.current = { ...tracked, imageId: target }
      goTo(target)
    } catch (error) {
      toastError(words.failed, error)
    } finally {
      isBusy.current = false
    }
  }

  const onOpened = useCallback((openedId: string, opened: LabellingStage) => {
    const tracked = arriving.current
    if (tracked?.imageId !== openedId) return
    arriving.current = null
    const { document } = opened
    const { created, replaced } = beside(document.ordered, tracked.copies)
    const top = document.topZ
    const ids = created.map(({ id }) => id)
    document.gesture(
      [
        ...replaced.map(({ id }): Operation => ({ action: 'delete', id })),
        ...created.map(
          ({ id, ...fields }, i): Operation => ({ action: 'create', id, fields: { ...fields, z: top + i } }),
        ),
      ],
      { select: ids },
    )
    // Annotations of these tracks that the image already had are selected too: the next key tracks them further.
    if (ids.length < tracked.copies.length) {
      const tracks = new Set(tracked.copies.map(({ track_id }) => track_id))
      document.select(document.ordered.filter(({ track_id }) => tracks.has(track_id)).map(({ id }) => id))
    }
    opened.focus()
    if (tracked.lost > 0) toastInfo(words.lost(tracked.lost))
  }, [])

  return {
    toNext: () => void toNext(),
    over: () => {
      const following = index < 0 ? [] : ids.slice(index + 1)
      if (following.length === 0) return toastInfo(words.noNext)
      const annotations = begin()
      if (annotations) trackFar({ host, imageId, following, annotations })
    },
    onOpened,
  }
}
