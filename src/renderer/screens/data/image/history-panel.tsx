/** The changes of the annotations of an image, newest first: each can be viewed and restored. */
import { Button } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { ImageRevision } from '../../../../shared/api/image-annotations.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './image.module.css'

const words = texts.data.label.history
const PAGE = 50

interface HistoryPanelProps {
  imageId: string
  /** The newest revision; the list is read again when it changes. */
  revision: number
  /** The revision that is viewed; null for the present. */
  viewed: number | null
  /** Null leads back to the present. */
  onView(revision: ImageRevision | null): void
}

export function HistoryPanel({ imageId, revision, viewed, onView }: HistoryPanelProps) {
  const host = useHost()
  const [limit, setLimit] = useState(PAGE)
  const { value, error, reload } = useResource(
    useCallback(
      () => host.api('imageAnnotations.revisions', { params: { image_id: imageId }, query: { limit } }),
      [host, imageId, limit],
    ),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is in the list
  useEffect(() => void reload(), [revision, reload])
  if (value === undefined) return <NotLoaded title={words.notLoaded} error={error} reload={reload} />
  if (value.data.length === 0) return <p className={classes.note}>{words.none}</p>
  return (
    <>
      <ul className={classes.revisions} aria-label={texts.data.label.panels.history}>
        {value.data.map((one, i) => (
          <li key={one.revision}>
            <button
              type="button"
              aria-pressed={viewed === null ? i === 0 : viewed === one.revision}
              onClick={() => onView(i === 0 ? null : one)}
            >
              <span>
                <b>{i === 0 ? words.now : `#${formatCount(one.revision)}`}</b>
                <small title={formatFullDate(one.created_at)}>{formatWhen(one.created_at)}</small>
              </span>
              <span>{words.kinds[one.kind]}</span>
              <small>
                {[one.author_name, countsOf(one), words.annotations(one.annotation_count)].filter(Boolean).join(' · ')}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {value.next_before !== null && limit < MOST && (
        <Button size="compact-sm" variant="default" onClick={() => setLimit(Math.min(MOST, limit + PAGE))}>
          {words.older}
        </Button>
      )}
    </>
  )
}

/** The server keeps no more. */
const MOST = 200

const countsOf = ({ created, updated, deleted, rejected }: ImageRevision): string =>
  words.counts(created, updated, deleted + rejected)
