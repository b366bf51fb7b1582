/** Caveats of a comparison: other videos, other lengths, runs that stopped early. */
import { IconInfoCircle } from '@tabler/icons-react'
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import { formatDuration } from '../../base/format/format.ts'
import { texts } from '../../texts/texts.ts'
import classes from './comparison/compare.module.css'
import type { Manifest, RunNumber, Side } from './comparison/use-comparison.ts'

const T = texts.compare.notes
/** Tolerance for the rounding of the same video's length. */
const SAME_LENGTH_S = 0.1

interface NotesProps {
  a: Side
  b: Side
  manifests: { a: Manifest | null | undefined; b: Manifest | null | undefined }
}

export function Notes({ a, b, manifests }: NotesProps) {
  // Until the manifests are read, the contents of the videos are unknown.
  if (manifests.a === undefined || manifests.b === undefined) return null
  const notes = [
    contentNote(a.run, b.run, manifests.a, manifests.b),
    lengthNote(a.run, b.run),
    partNote(a.run, '1'),
    partNote(b.run, '2'),
  ].filter((note) => note !== null)
  if (notes.length === 0) return null
  return (
    <ul className={classes.notes} aria-label={T.title}>
      {notes.map((note) => (
        <li key={note}>
          <IconInfoCircle size={16} stroke={1.7} aria-hidden />
          {note}
        </li>
      ))}
    </ul>
  )
}

export function contentNote(
  a: WorkflowRun,
  b: WorkflowRun,
  manifestA: Manifest | null,
  manifestB: Manifest | null,
): string | null {
  const [hashA, hashB] = [manifestA?.source?.sha256, manifestB?.source?.sha256]
  const [nameA, nameB] = [a.source?.name ?? '', b.source?.name ?? '']
  if (hashA && hashB) return hashA === hashB ? null : T.otherVideo(nameA, nameB)
  if (a.source?.uri && a.source.uri === b.source?.uri) return null
  const sameShape =
    a.media?.width === b.media?.width &&
    a.media?.height === b.media?.height &&
    a.media?.frame_count === b.media?.frame_count
  return sameShape ? T.maybeOtherVideo(nameA, nameB) : T.otherVideo(nameA, nameB)
}

export function lengthNote(a: WorkflowRun, b: WorkflowRun): string | null {
  const [lengthA, lengthB] = [a.media?.duration_seconds ?? 0, b.media?.duration_seconds ?? 0]
  if (lengthA === 0 || lengthB === 0 || Math.abs(lengthA - lengthB) < SAME_LENGTH_S) return null
  return T.otherLength(formatDuration(lengthA), formatDuration(lengthB), formatDuration(Math.min(lengthA, lengthB)))
}

const partNote = ({ status, progress }: WorkflowRun, number: RunNumber): string | null =>
  status === 'completed' ? null : T.partly(number, formatDuration(progress.media_time_s))
