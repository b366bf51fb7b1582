/** The dialog for the files of a new batch, each with its media info or the reason why it is skipped. */
import { ActionIcon, Alert, Button, Loader, Progress, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconMovie, IconPhoto, IconPlayerPlayFilled, IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { PickedSource } from '../../../../shared/bridge/studio.ts'
import { MAX_BATCH_ITEMS } from '../../../../shared/domain/batch.ts'
import { formatBytes, formatDuration } from '../../../base/format/format.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { MEDIA, pathOf, pickFiles } from '../../../parts/studio/upload/pick-file.ts'
import { uploadStore } from '../../../parts/studio/upload/upload.ts'
import { texts } from '../../../texts/texts.ts'
import { sum } from '../batch-rows.ts'
import type { Candidate, Candidates, Chosen } from './candidates.ts'
import classes from './setup.module.css'

interface SetupDialogProps {
  host: Host
  candidates: Candidates
  onCancel: () => void
  /** Rejects with the reason when the batch could not be created. */
  onStart: (sources: PickedSource[]) => Promise<void>
}

const words = texts.batch.setup

interface FileListProps {
  files: readonly Candidate[]
  over: boolean
  onRemove: (id: string) => void
}

/** The chosen files, in the order in which they will run. */
function FileList({ files, over, onRemove }: FileListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable with the keyboard
    <section className={classes.list} data-over={over || undefined} aria-label={words.list} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.file}</th>
            <th scope="col" data-figure>
              {words.duration}
            </th>
            <th scope="col" data-figure>
              {words.size}
            </th>
            <th>
              <VisuallyHidden>{words.more}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <FileRow key={file.id} file={file} onRemove={() => onRemove(file.id)} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function FileRow({ file, onRemove }: { file: Candidate; onRemove: () => void }) {
  const { name, state } = file
  return (
    <tr data-state={state.is}>
      <td>
        <span className={classes.name} title={name}>
          <Mark state={state} />
          <span>{name}</span>
        </span>
        {state.is === 'bad' && <small className={classes.reason}>{state.reason}</small>}
      </td>
      {state.is === 'reading' || state.is === 'waiting' ? (
        <td colSpan={2} data-figure>
          {state.is === 'reading' ? <Reading name={name} /> : <span className={classes.dim}>{words.waiting}</span>}
        </td>
      ) : (
        <>
          <td data-figure>{state.is === 'ready' && lengthOf(state.source.video?.duration_seconds)}</td>
          <td data-figure>{sizeOf(file)}</td>
        </>
      )}
      <td>
        <Tooltip label={words.more}>
          <ActionIcon aria-label={words.remove(name)} onClick={onRemove}>
            <IconX size={15} />
          </ActionIcon>
        </Tooltip>
      </td>
    </tr>
  )
}

const lengthOf = (seconds: number | undefined) => (seconds === undefined ? words.image : formatDuration(seconds))

function sizeOf({ chosen, state }: Candidate): string {
  if (state.is === 'ready') return formatBytes(state.source.size_bytes)
  return chosen instanceof File ? formatBytes(chosen.size) : ''
}

function Mark({ state }: { state: Candidate['state'] }) {
  if (state.is === 'bad') return <IconAlertTriangle size={15} stroke={1.8} aria-hidden className={classes.warn} />
  if (state.is === 'reading') return <Loader size={13} aria-hidden />
  const image = state.is === 'ready' && state.source.kind === 'image'
  return image ? <IconPhoto size={15} stroke={1.6} aria-hidden /> : <IconMovie size={15} stroke={1.6} aria-hidden />
}

/** Only a browser copies the file, which takes time; afterwards the host reads all of it to determine its duration. */
function Reading({ name }: { name: string }) {
  const upload = useStore(uploadStore, (s) => (s.upload?.name === name ? s.upload : null))
  const share = upload && upload.total > 0 ? upload.sent / upload.total : 1
  if (share >= 1) return <span className={classes.dim}>{words.reading}</span>
  return (
    <span className={classes.copying}>
      <span>{words.uploading(Math.floor(share * 100))}</span>
      <Progress value={share * 100} size={4} w={80} aria-label={words.uploading(Math.floor(share * 100))} />
    </span>
  )
}

export function SetupDialog({ host, candidates, onCancel, onStart }: SetupDialogProps) {
  const files = useStore(candidates.store, (s) => s.files)
  const [problem, setProblem] = useState<string | null>(null)
  const [starting, setStarting] = useState(false)
  const over = useDroppedFiles(host, candidates)

  const sources = files.flatMap((f) => (f.state.is === 'ready' ? [f.state.source] : []))
  const unread = files.filter((f) => f.state.is === 'waiting' || f.state.is === 'reading').length
  const tooMany = sources.length > MAX_BATCH_ITEMS

  async function add() {
    setProblem(null)
    try {
      candidates.add(await choose(host))
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  async function start() {
    setStarting(true)
    setProblem(null)
    try {
      await onStart(sources)
    } catch (error) {
      setProblem(errorText(error))
      setStarting(false)
    }
  }

  return (
    <div className={classes.dialog}>
      <Text size="sm" c="dimmed">
        {words.intro}
      </Text>
      {files.length === 0 ? (
        <div className={classes.drop} data-over={over || undefined}>
          <IconMovie size={28} stroke={1.4} aria-hidden />
          <span>{words.drop}</span>
          <Button variant="default" leftSection={<IconPlus size={15} />} data-autofocus onClick={() => void add()}>
            {words.add}
          </Button>
        </div>
      ) : (
        <>
          <FileList files={files} over={over} onRemove={candidates.remove} />
          <div className={classes.below}>
            <Button variant="default" leftSection={<IconPlus size={15} />} onClick={() => void add()}>
              {words.add}
            </Button>
            <Text size="xs" c="dimmed">
              {words.dropMore}
            </Text>
          </div>
        </>
      )}
      {(problem ?? (tooMany || null)) && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={16} />} title={problem && words.notStarted}>
          {problem ?? words.tooMany(MAX_BATCH_ITEMS)}
        </Alert>
      )}
      <footer className={classes.foot}>
        <span role="status">{files.length > 0 && summaryOf(files, sources, unread)}</span>
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button
          leftSection={<IconPlayerPlayFilled size={13} />}
          disabled={sources.length === 0 || unread > 0 || tooMany}
          loading={starting}
          onClick={() => void start()}
        >
          {words.start(sources.length)}
        </Button>
      </footer>
    </div>
  )
}

function summaryOf(files: readonly Candidate[], sources: readonly PickedSource[], unread: number): string {
  const bad = files.filter((f) => f.state.is === 'bad').length
  const seconds = sum(sources.map((s) => s.video?.duration_seconds ?? 0))
  const parts = [
    words.readyCount(sources.length),
    seconds > 0 && words.allTold(formatDuration(seconds)),
    unread > 0 && words.stillReading(unread),
    bad > 0 && words.skipped(bad),
  ]
  return parts.filter(Boolean).join(' · ')
}

async function choose({ info, studio }: Host): Promise<Chosen[]> {
  if (!info.local_files) return pickFiles(MEDIA, words.dialog)
  return (await studio.pickSourcePaths({})).map((path) => ({ path }))
}

/** Accepts files dropped anywhere while the dialog is open; returns whether files are being dragged over the window. */
function useDroppedFiles(host: Host, candidates: Candidates): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const listen = (type: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent, data: DataTransfer) => void) =>
      window.addEventListener(
        type,
        (event) => {
          const data = event.dataTransfer
          if (data?.types.includes('Files')) act(event, data)
        },
        { signal: stop.signal },
      )
    listen('dragover', (event, data) => {
      event.preventDefault()
      data.dropEffect = 'copy'
      setOver(true)
    })
    // Only a drag that leaves the window has no related target.
    listen('dragleave', (event) => event.relatedTarget === null && setOver(false))
    listen('drop', (event, data) => {
      event.preventDefault()
      setOver(false)
      const dropped = [...data.files].map((file): Chosen => {
        const path = host.info.local_files ? pathOf(file) : null
        return path === null ? file : { path }
      })
      candidates.add(dropped)
    })
    return () => stop.abort()
  }, [host, candidates])
  return over
}
