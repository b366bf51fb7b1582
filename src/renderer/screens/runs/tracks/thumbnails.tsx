/** Cuts thumbnails of tracks from the video, one at a time, and only for visible rows. */
import { useEffect, useState } from 'react'
import type { Box, Size } from '../../../../shared/domain/geometry.ts'
import { texts } from '../../../texts/texts.ts'

export interface Cutout {
  /** In the element's time, see `Playback.elementTime`. */
  timeS: number
  box: Box
  /** Size of the frame that the box's coordinates refer to. */
  frame: Size
}

export interface Thumbnails {
  /** Resolves to null when it could not be made. Urgent requests are queued first, aborted ones are dropped. */
  get(key: number, cutout: () => Cutout, options: { signal: AbortSignal; urgent: boolean }): Promise<string | null>
  close(): void
}

interface Request {
  key: number
  cutout: () => Cutout
  signal: AbortSignal
  answer: (url: string | null) => void
}

const SIDE_PX = 96
/** Margin around the box, as a share of its size. */
const MARGIN = 0.12
const SEEK_WITHIN_MS = 4000

function createThumbnails(src: string): Thumbnails {
  const made = new Map<number, string>()
  const waiting: Request[] = []
  let video: HTMLVideoElement | null = null
  let busy = false
  let closed = false

  async function next(): Promise<void> {
    if (busy) return
    busy = true
    for (let request = waiting.shift(); request && !closed; request = waiting.shift()) {
      if (request.signal.aborted) continue
      const url = made.get(request.key) ?? (await cut(request.cutout()).catch(() => null))
      if (url !== null) made.set(request.key, url)
      request.answer(url)
    }
    busy = false
  }

  async function cut({ timeS, box, frame }: Cutout): Promise<string | null> {
    video ??= await openVideo(src)
    await seeked(video, timeS)
    const { x, y, width, height } = around(box, frame)
    const scale = SIDE_PX / Math.max(width, height)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    const context = canvas.getContext('2d')
    if (!context) return null
    // The element's own size may differ from the upright frame's when pixels are not square.
    const [kx, ky] = [video.videoWidth / frame.width, video.videoHeight / frame.height]
    context.drawImage(video, x * kx, y * ky, width * kx, height * ky, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/jpeg', 0.82)
  }

  return {
    async get(key, cutout, { signal, urgent }) {
      const known = made.get(key)
      if (known) return known
      return new Promise((answer) => {
        const request = { key, cutout, signal, answer }
        if (urgent) waiting.unshift(request)
        else waiting.push(request)
        void next()
      })
    },
    close() {
      closed = true
      waiting.length = 0
      video?.removeAttribute('src')
      video?.load()
    },
  }
}

function around(box: Box, frame: Size) {
  const pad = MARGIN * Math.max(box.x2 - box.x1, box.y2 - box.y1)
  const x = Math.max(0, box.x1 - pad)
  const y = Math.max(0, box.y1 - pad)
  return {
    x,
    y,
    width: Math.max(1, Math.min(frame.width, box.x2 + pad) - x),
    height: Math.max(1, Math.min(frame.height, box.y2 + pad) - y),
  }
}

async function openVideo(src: string): Promise<HTMLVideoElement> {
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  video.src = src
  await happens(video, 'loadeddata')
  return video
}

async function seeked(video: HTMLVideoElement, timeS: number): Promise<void> {
  if (Math.abs(video.currentTime - timeS) < 1e-6) return
  const done = happens(video, 'seeked')
  video.currentTime = timeS
  await done
}

function happens(video: HTMLVideoElement, type: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => () => {
      clearTimeout(timer)
      video.removeEventListener(type, onDone)
      video.removeEventListener('error', onError)
      act()
    }
    const onDone = settle(resolve)
    const onError = settle(() => reject(new Error(texts.runs.tracks.videoUnreadable)))
    const timer = setTimeout(onError, SEEK_WITHIN_MS)
    video.addEventListener(type, onDone)
    video.addEventListener('error', onError)
  })
}

/** The thumbnail of one track while its row is in view. */
function useThumbnail(
  thumbnails: Thumbnails | null,
  key: number,
  cutout: () => Cutout,
  urgent: boolean,
): string | null {
  const [url, setUrl] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the cutout
  useEffect(() => {
    setUrl(null)
    if (!thumbnails) return
    const aborter = new AbortController()
    thumbnails
      .get(key, cutout, { signal: aborter.signal, urgent })
      .then((made) => !aborter.signal.aborted && setUrl(made))
    return () => aborter.abort()
  }, [thumbnails, key])
  return url
}

/** @param src video that the thumbnails are cut from; null when there is none */
export function useThumbnails(src: string | null): Thumbnails | null {
  const [thumbnails, setThumbnails] = useState<Thumbnails | null>(null)
  useEffect(() => {
    if (src === null) return
    const made = createThumbnails(src)
    setThumbnails(made)
    return () => {
      made.close()
      setThumbnails(null)
    }
  }, [src])
  return thumbnails
}

interface ThumbnailProps {
  thumbnails: Thumbnails | null
  id: number
  cutout: () => Cutout
  className: string | undefined
  /** Placed in front of waiting requests. */
  urgent?: boolean
}

/** The thumbnail of a track, cut from the video while it is visible. */
export function Thumbnail({ thumbnails, id, cutout, className, urgent = false }: ThumbnailProps) {
  const url = useThumbnail(thumbnails, id, cutout, urgent)
  return <span className={className}>{url && <img src={url} alt="" />}</span>
}
