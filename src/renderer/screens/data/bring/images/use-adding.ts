/** The adding of image files: its progress, and what it left. */
import { useEffect, useRef, useState } from 'react'
import { useHost } from '../../../../base/host/host-context.ts'
import { type AddedFiles, addFiles } from './add-files.ts'
import type { ImageFile } from './image-files.ts'

export interface AddingNow {
  done: number
  total: number
  /** 0 to 1, by bytes. */
  share: number
  /** Null until it can be estimated. */
  secondsLeft: number | null
}

/** Before, the speed is not known. */
const ESTIMATED_FROM_MS = 1500

export function useAdding(datasetId: string, onAdded: () => Promise<void>) {
  const host = useHost()
  const [now, setNow] = useState<AddingNow | null>(null)
  const [ended, setEnded] = useState<AddedFiles | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  async function start(files: readonly ImageFile[]): Promise<void> {
    const stopping = new AbortController()
    stop.current = stopping
    const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
    const since = performance.now()
    const show = (sent: number, done: number) => {
      const elapsed = performance.now() - since
      const share = bytes === 0 ? done / files.length : Math.min(1, sent / bytes)
      const secondsLeft = elapsed < ESTIMATED_FROM_MS || share === 0 ? null : ((elapsed / share) * (1 - share)) / 1000
      setNow({ done, total: files.length, share, secondsLeft })
    }
    setEnded(null)
    show(0, 0)
    const result = await addFiles(host, files, { datasetId, signal: stopping.signal, onProgress: show })
    stop.current = null
    setNow(null)
    setEnded(result)
    if (result.added > 0) await onAdded()
  }

  return {
    /** Null while nothing is added. */
    now,
    /** The result of the last adding. */
    ended,
    start,
    stop: () => stop.current?.abort(),
    clear: () => setEnded(null),
  }
}
