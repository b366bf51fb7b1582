/** The threads of comments on the annotations of an image. */
import { ActionIcon, Button, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { AnnotationComment } from '../../../../shared/api/annotation-comments.ts'
import type { OrganizationMember } from '../../../../shared/api/organizations.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { NotLoaded, type Resource, useResource } from '../../../base/ui/resource.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'
import type { Labelled } from '../labelling/document/document.ts'
import { namesOf } from '../labelling/panels/annotation-text.ts'
import classes from './image.module.css'

const words = texts.data.label.comments

const OFFERED = 5
/** An @ at the start of a word, up to the caret. */
const MENTION = /(?:^|\s)@([\w.+-]*)$/

/**
 * A field for a comment: after an @, it offers the members of the organization. Ctrl+Enter sends.
 * @param onSend resolves to false when the comment was not saved: the field keeps the text
 */
function CommentField({ label, onSend }: { label: string; onSend(body: string): Promise<boolean> }) {
  const host = useHost()
  const members = useResource(useCallback(() => host.api('organizations.members', {}), [host])).value
  const field = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const [body, setBody] = useState('')
  const [begun, setBegun] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const offered = begun === null ? [] : matching(members ?? [], begun)
  useEffect(() => field.current?.focus(), [])

  const change = (text: string, caret: number) => {
    setBody(text)
    setBegun(MENTION.exec(text.slice(0, caret))?.[1] ?? null)
    setAt(0)
  }
  const complete = (member: OrganizationMember) => {
    const caret = field.current?.selectionStart ?? body.length
    const start = caret - (begun?.length ?? 0)
    const name = `${usernameOf(member)} `
    setBody(body.slice(0, start) + name + body.slice(caret))
    setBegun(null)
    field.current?.focus()
    // The caret follows the name once the field has it.
    requestAnimationFrame(() => field.current?.setSelectionRange(start + name.length, start + name.length))
  }
  const send = async () => {
    const text = body.trim()
    if (text === '') return
    setBegun(null)
    // What is typed meanwhile stays.
    if (await onSend(text)) setBody((now) => (now.trim() === text ? '' : now))
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const chosen = offered[at]
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
    else if (chosen && (event.key === 'Enter' || event.key === 'Tab')) complete(chosen)
    else if (chosen && event.key === 'ArrowDown') setAt((at + 1) % offered.length)
    else if (chosen && event.key === 'ArrowUp') setAt((at + offered.length - 1) % offered.length)
    else if (chosen && event.key === 'Escape') setBegun(null)
    else return
    event.preventDefault()
  }
  return (
    <div className={classes.write}>
      <Textarea
        ref={field}
        aria-label={label}
        label={label}
        placeholder={words.placeholder}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5000}
        value={body}
        aria-controls={offered.length > 0 ? list : undefined}
        aria-activedescendant={offered.length > 0 ? `${list}-${at}` : undefined}
        onChange={({ currentTarget: { value, selectionStart } }) => change(value, selectionStart)}
        onKeyDown={onKeyDown}
      />
      {offered.length > 0 && (
        <div id={list} role="listbox" aria-label={words.members} className={classes.members}>
          {offered.map((member, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of the list
            <div
              key={member.id}
              id={`${list}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === at}
              onClick={() => complete(member)}
            >
              {member.full_name ?? usernameOf(member)} <small>@{usernameOf(member)}</small>
            </div>
          ))}
        </div>
      )}
      <Button size="compact-sm" disabled={body.trim() === ''} onClick={() => void send()}>
        {words.send}
      </Button>
    </div>
  )
}

const usernameOf = ({ email }: OrganizationMember): string => email?.split('@', 1)[0] ?? ''

function matching(members: readonly OrganizationMember[], begun: string): OrganizationMember[] {
  const text = begun.toLowerCase()
  return members
    .filter((member) => usernameOf(member) !== '')
    .filter((member) => `${usernameOf(member)} ${member.full_name ?? ''}`.toLowerCase().includes(text))
    .slice(0, OFFERED)
}

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
