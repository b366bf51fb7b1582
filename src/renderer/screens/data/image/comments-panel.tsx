/** The threads of comments on the annotations of an image. */
import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { AnnotationComment } from '../../../../shared/api/annotation-comments.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import type { Resource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import type { Labelled } from '../labelling/document/annotation.ts'
import { namesOf } from '../labelling/panels/annotation-text.ts'
import { CommentField } from './comment-field.tsx'
import classes from './image.module.css'

const words = texts.data.label.comments

interface CommentsPanelProps {
  imageId: string
  comments: Resource<AnnotationComment[]>
  annotations: readonly Labelled[]
  /** The annotation that a new comment is for. */
  selected: string | null
  /** Why comments can't be written; null when they can. */
  refused: string | null
  onSelect(id: string): void
}

export function CommentsPanel({ imageId, comments, annotations, selected, refused, onSelect }: CommentsPanelProps) {
  const host = useHost()
  const names = useMemo(() => namesOf(annotations), [annotations])
  const threads = useMemo(() => threadsOf(comments.value ?? []), [comments.value])
  const nameOf = (id: string) => names.get(id) ?? texts.data.label.conflict.gone

  /** Returns false after a failure, which it reports. */
  const change = async (act: () => Promise<unknown>): Promise<boolean> => {
    try {
      await act()
      await comments.reload()
      return true
    } catch (error) {
      toastError(words.failed, error)
      return false
    }
  }
  // The platform of the app itself has no people: only its one key.
  const nobody = host.info.server === null && host.info.account === null
  const write = (body: string) =>
    change(() =>
      host.api('annotationComments.create', { body: { image_id: imageId, annotation_id: selected as string, body } }),
    )
  const resolve = (thread: readonly AnnotationComment[], resolved: boolean) =>
    change(() =>
      Promise.all(
        thread
          .filter((comment) => comment.resolved !== resolved)
          .map(({ id: comment_id }) =>
            host.api('annotationComments.update', { params: { comment_id }, body: { resolved } }),
          ),
      ),
    )

  if (comments.value === undefined)
    return <NotLoaded title={words.notLoaded} error={comments.error} reload={comments.reload} />
  return (
    <>
      {nobody && <p className={classes.note}>{words.nobody}</p>}
      {refused === null &&
        !nobody &&
        (selected === null ? (
          <p className={classes.note}>{words.selectFirst}</p>
        ) : (
          <CommentField key={selected} label={words.on(nameOf(selected))} onSend={write} />
        ))}
      {threads.length === 0 && !nobody && <p className={classes.note}>{words.none}</p>}
      <ul className={classes.threads} aria-label={texts.data.label.panels.comments}>
        {threads.map(({ annotationId, thread, isOpen }) => (
          <li key={annotationId} data-open={isOpen || undefined} data-selected={annotationId === selected || undefined}>
            <div className={classes.threadHead}>
              <button type="button" onClick={() => onSelect(annotationId)}>
                {nameOf(annotationId)}
              </button>
              {!isOpen && <small>{words.resolved}</small>}
              <Button size="compact-xs" variant="default" onClick={() => void resolve(thread, isOpen)}>
                {isOpen ? words.resolve : words.reopen}
              </Button>
            </div>
            {thread.map((comment) => (
              <Comment
                key={comment.id}
                comment={comment}
                onDelete={() =>
                  void change(() => host.api('annotationComments.delete', { params: { comment_id: comment.id } }))
                }
              />
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}

function Comment({ comment, onDelete }: { comment: AnnotationComment; onDelete(): void }) {
  const { author_name, author_username, created_at, updated_at, body, is_mine } = comment
  return (
    <article className={classes.comment}>
      <header>
        <b>{author_name ?? author_username ?? words.someone}</b>
        <small title={formatFullDate(created_at)}>
          {formatWhen(created_at)}
          {updated_at !== null && ` · ${words.edited}`}
        </small>
        {is_mine && (
          <ActionIcon size={20} aria-label={words.remove} onClick={onDelete}>
            <IconTrash size={13} stroke={1.6} />
          </ActionIcon>
        )}
      </header>
      <p>{body}</p>
    </article>
  )
}

interface Thread {
  annotationId: string
  thread: AnnotationComment[]
  isOpen: boolean
}

/** By annotation, in the order of their first comments; those with open comments come first. */
function threadsOf(comments: readonly AnnotationComment[]): Thread[] {
  const byAnnotation = new Map<string, AnnotationComment[]>()
  for (const comment of comments) {
    const thread = byAnnotation.get(comment.annotation_id) ?? []
    thread.push(comment)
    byAnnotation.set(comment.annotation_id, thread)
  }
  const threads = [...byAnnotation].map(([annotationId, thread]) => ({
    annotationId,
    thread,
    isOpen: thread.some(({ resolved }) => !resolved),
  }))
  return threads.sort((a, b) => Number(b.isOpen) - Number(a.isOpen))
}

export const openComments = (comments: readonly AnnotationComment[]): number =>
  comments.filter(({ resolved }) => !resolved).length
