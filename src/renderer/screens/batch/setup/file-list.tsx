/** The chosen files, in the order in which they will run. */
import { ActionIcon, Loader, Progress, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconMovie, IconPhoto, IconX } from '@tabler/icons-react'
import { useStore } from 'zustand'
import { formatBytes, formatDuration } from '../../../base/format/format.ts'
import { uploadStore } from '../../../parts/studio/upload/upload.ts'
import { texts } from '../../../texts/texts.ts'
import type { Candidate } from './candidates.ts'
import classes from './setup.module.css'

const words = texts.batch.setup

interface FileListProps {
  files: readonly Candidate[]
  over: boolean
  onRemove: (id: string) => void
}

export function FileList({ files, over, onRemove }: FileListProps) {
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
