/** The dialog for the files of a new batch, each with its media info or the reason why it is skipped. */
import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconMovie, IconPlayerPlayFilled, IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { PickedSource } from '../../../../shared/bridge/studio.ts'
import { MAX_BATCH_ITEMS } from '../../../../shared/domain/batch.ts'
import { formatDuration } from '../../../base/format/format.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { MEDIA, pathOf, pickFiles } from '../../../parts/studio/upload/pick-file.ts'
import { texts } from '../../../texts/texts.ts'
import { sum } from '../batch-rows.ts'
import type { Candidate, Candidates, Chosen } from './candidates.ts'
import { FileList } from './file-list.tsx'
import classes from './setup.module.css'

interface SetupDialogProps {
  host: Host
  candidates: Candidates
  onCancel: () => void
  /** Rejects with the reason when the batch could not be created. */
  onStart: (sources: PickedSource[]) => Promise<void>
}

const words = texts.batch.setup

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
