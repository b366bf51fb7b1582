/** A field for a comment: after an @, it offers the members of the organization. Ctrl+Enter sends. */
import { Button, Textarea } from '@mantine/core'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { OrganizationMember } from '../../../../shared/api/organizations.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './image.module.css'

const words = texts.data.label.comments
const OFFERED = 5
/** An @ at the start of a word, up to the caret. */
const MENTION = /(?:^|\s)@([\w.+-]*)$/

/** @param onSend resolves to false when the comment was not saved: the field keeps the text */
export function CommentField({ label, onSend }: { label: string; onSend(body: string): Promise<boolean> }) {
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
