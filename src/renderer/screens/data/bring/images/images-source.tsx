/** Adds image files and folders of the user's disk to a data set. */
import { Button, Group, Progress } from '@mantine/core'
import { IconFolder, IconPhoto } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { IMAGE_ACCEPT } from '../../../../../shared/domain/still-formats.ts'
import { formatBytes, formatTimeLeft } from '../../../../base/format/format.ts'
import { useHost } from '../../../../base/host/host-context.ts'
import { pickedFiles } from '../../../../parts/studio/upload/dropped-files.ts'
import { pickFiles } from '../../../../parts/studio/upload/pick-file.ts'
import { texts } from '../../../../texts/texts.ts'
import classes from '../bring.module.css'
import { type AddedFiles, addFiles, type FailedFile, type ImageFile, isImageFile } from './add-files.ts'

const words = texts.data.bring.images
/** Failures that are listed; further ones are counted. */
const SHOWN = 50

interface AddingNow {
  done: number
  total: number
  /** 0 to 1, by bytes. */
  share: number
  /** Null until it can be estimated. */
  secondsLeft: number | null
}

/** Before, the speed is not known. */
const ESTIMATED_FROM_MS = 1500

/** The adding of image files: its progress, and what it left. */
function useAdding(datasetId: string, onAdded: () => Promise<void>) {
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

/** Opens the browser's dialog for a folder. Resolves with all files in it and below it; with none when it is closed. */
function pickFolder(label: string): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.webkitdirectory = true
    input.hidden = true
    input.setAttribute('aria-label', label)
    const finish = (files: File[]) => {
      input.remove()
      resolve(files)
    }
    input.addEventListener('change', () => finish([...(input.files ?? [])]))
    input.addEventListener('cancel', () => finish([]))
    document.body.append(input)
    input.click()
  })
}

interface ImagesSourceProps {
  datasetId: string
  /** Files that were dropped on the page. */
  dropped: readonly ImageFile[]
  onAdded(): Promise<void>
  onBusy(isBusy: boolean): void
}

export function ImagesSource({ datasetId, dropped, onAdded, onBusy }: ImagesSourceProps) {
  const [files, setFiles] = useState<readonly ImageFile[]>(dropped)
  const adding = useAdding(datasetId, onAdded)
  const { now, ended } = adding
  const isBusy = now !== null
  useEffect(() => onBusy(isBusy), [isBusy, onBusy])

  const images = useMemo(() => files.filter(({ file }) => isImageFile(file)), [files])
  const choose = (chosen: readonly ImageFile[]) => {
    if (chosen.length === 0) return
    adding.clear()
    setFiles(chosen)
  }
  const start = (some: readonly ImageFile[]) => {
    setFiles([])
    void adding.start(some)
  }
  if (now) {
    return (
      <div className={classes.step}>
        <p role="status">
          {words.adding(now.done, now.total)}
          {now.secondsLeft !== null && ` · ${formatTimeLeft(now.secondsLeft)}`}
        </p>
        <Progress value={now.share * 100} size="sm" aria-label={words.progress} />
        <Group justify="flex-end">
          <Button variant="default" onClick={adding.stop}>
            {texts.ui.words.cancel}
          </Button>
        </Group>
      </div>
    )
  }
  return (
    <div className={classes.step}>
      <p className={classes.note}>{words.hint}</p>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconPhoto size={15} />}
          onClick={async () => choose(pickedFiles(await pickFiles(IMAGE_ACCEPT, words.files)))}
        >
          {words.files}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFolder size={15} />}
          onClick={async () => choose(pickedFiles(await pickFolder(words.folder)))}
        >
          {words.folder}
        </Button>
      </Group>
      {ended && <Ended of={ended} onStart={start} />}
      {files.length > 0 && (
        <>
          <p role="status">{images.length === 0 ? words.noImages : factsOf(files, images)}</p>
          <Group justify="flex-end">
            <Button disabled={images.length === 0} onClick={() => start(images)}>
              {words.add(images.length)}
            </Button>
          </Group>
        </>
      )}
    </div>
  )
}

function factsOf(files: readonly ImageFile[], images: readonly ImageFile[]): string {
  const bytes = images.reduce((sum, { file }) => sum + file.size, 0)
  const directories = new Set(images.map(({ directory }) => directory).filter((path) => path !== '/')).size
  return [
    words.chosen(images.length, formatBytes(bytes)),
    directories > 0 ? words.directories(directories) : '',
    files.length > images.length ? words.leftOut(files.length - images.length) : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

function Ended({ of, onStart }: { of: AddedFiles; onStart(files: readonly ImageFile[]): void }) {
  const { added, failed, left } = of
  return (
    <>
      <p role="status">
        {words.added(added)}
        {left.length > 0 && ` ${words.stopped(left.length)}`}
      </p>
      {failed.length > 0 && <Failures failed={failed} />}
      {(left.length > 0 || failed.length > 0) && (
        <Group gap="xs">
          {left.length > 0 && <Button onClick={() => onStart(left)}>{words.addLeft(left.length)}</Button>}
          {failed.length > 0 && (
            <Button variant="default" onClick={() => onStart(failed.map(({ file }) => file))}>
              {words.tryAgain(failed.length)}
            </Button>
          )}
        </Group>
      )}
    </>
  )
}

const Failures = ({ failed }: { failed: readonly FailedFile[] }) => (
  <div role="alert">
    <p className={classes.bad}>{words.failed(failed.length)}</p>
    <ul className={classes.list}>
      {failed.slice(0, SHOWN).map(({ file: { file, directory }, reason }) => (
        <li key={`${directory}/${file.name}`}>
          <b>{file.name}</b>
          <span>{reason}</span>
        </li>
      ))}
    </ul>
    {failed.length > SHOWN && <p className={classes.note}>{words.more(failed.length - SHOWN)}</p>}
  </div>
)
