/** A row on the run screen with the run's tags and note, and whose they are. */
import { Button, TagsInput, Textarea } from '@mantine/core'
import { IconNote, IconTag } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { MAX_RUN_NOTE, MAX_RUN_TAG, MAX_RUN_TAGS } from '../../../../shared/domain/run-labels.ts'
import { useConnectionState } from '../../../base/host/connection-context.ts'
import { toastError } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'
import { OwnerNote, ShareButton, useChangeRefusal } from '../../studio/sharing/sharing.tsx'
import classes from './labels.module.css'
import { tagsOf } from './labels.ts'
import { createNoteEditing } from './note-editing.ts'
import { useKnownTags, useLabelsOf, useLabelsStore } from './use-labels.ts'

const T = texts.labels

export function LabelsBar({ runId }: { runId: string }) {
  const store = useLabelsStore()
  const { shown, owners, error } = useStore(store.state)
  const owner = owners.get(runId)
  const refused = useChangeRefusal(owner)
  if (!shown) {
    if (error === null) return <div className={classes.bar} />
    return (
      <div className={classes.bar} role="alert">
        <span className={classes.problem}>{T.cannotShow(error)}</span>
        <Button variant="default" size="compact-xs" onClick={() => void store.refresh()}>
          {texts.ui.words.tryAgain}
        </Button>
      </div>
    )
  }
  return (
    <section className={classes.bar} aria-label={T.title}>
      {refused === null ? (
        <>
          <TagsField runId={runId} />
          <NoteField runId={runId} />
        </>
      ) : (
        <LabelsToRead runId={runId} />
      )}
      <span className={classes.owner}>
        <OwnerNote record={owner} refused={refused} />
        <ShareButton record={owner} onShare={(visibility) => store.share(runId, visibility)} />
      </span>
    </section>
  )
}

/** Labels of somebody else that the role of the caller may not change. */
function LabelsToRead({ runId }: { runId: string }) {
  const { tags, note } = useLabelsOf(runId)
  return (
    <>
      {tags.length > 0 && (
        <TagsInput
          className={classes.tags}
          classNames={{ input: classes.tagsInput, inputField: classes.tagsField, pill: classes.pill }}
          size="xs"
          aria-label={T.tags.label}
          leftSection={<IconTag size={15} stroke={1.6} />}
          value={[...tags]}
          readOnly
        />
      )}
      {note !== null && (
        <Textarea
          className={classes.note}
          classNames={{ input: classes.noteInput }}
          size="xs"
          aria-label={T.note.label}
          leftSection={<IconNote size={15} stroke={1.6} />}
          autosize
          minRows={1}
          maxRows={5}
          value={note}
          readOnly
        />
      )}
    </>
  )
}

function TagsField({ runId }: { runId: string }) {
  const store = useLabelsStore()
  const { tags } = useLabelsOf(runId)
  const known = useKnownTags()
  const change = (typed: string[]) => {
    store
      .change(runId, { tags: tagsOf(typed, known) })
      .catch((error: unknown) => toastError(texts.labels.notSaved, error))
  }
  return (
    <TagsInput
      className={classes.tags}
      classNames={{ input: classes.tagsInput, inputField: classes.tagsField, pill: classes.pill }}
      size="xs"
      aria-label={T.tags.label}
      placeholder={tags.length === 0 ? T.tags.add : ''}
      leftSection={<IconTag size={15} stroke={1.6} />}
      data={known}
      value={[...tags]}
      onChange={change}
      maxTags={MAX_RUN_TAGS}
      maxLength={MAX_RUN_TAG}
      splitChars={[',', ';']}
      comboboxProps={{ shadow: 'md', keepMounted: false }}
    />
  )
}

function NoteField({ runId }: { runId: string }) {
  const store = useLabelsStore()
  const { generation } = useConnectionState()
  const { note } = useLabelsOf(runId)
  const editing = useMemo(() => createNoteEditing(runId, store, window.localStorage), [runId, store])
  const { draft, problem } = useStore(editing.state)
  const [opened, setOpened] = useState(false)
  const text = draft ? draft.text : (note ?? '')

  useEffect(() => {
    void editing.resume()
    const flush = () => void editing.flush()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [editing])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection retries failed writes
  useEffect(() => void editing.flush(), [editing, generation])

  if (!opened && text === '') {
    return (
      <Button
        className={classes.addNote}
        variant="subtle"
        color="gray"
        leftSection={<IconNote size={15} stroke={1.6} />}
        onClick={() => setOpened(true)}
      >
        {T.note.add}
      </Button>
    )
  }
  return (
    <div className={classes.note}>
      <Textarea
        classNames={{ input: classes.noteInput }}
        size="xs"
        aria-label={T.note.label}
        placeholder={T.note.placeholder}
        leftSection={<IconNote size={15} stroke={1.6} />}
        autosize
        minRows={1}
        maxRows={5}
        maxLength={MAX_RUN_NOTE}
        autoFocus={opened}
        value={text}
        onChange={({ currentTarget }) => {
          // Stays open when the last character is deleted.
          setOpened(true)
          editing.type(currentTarget.value)
        }}
        onBlur={() => {
          void editing.flush()
          if (text.trim() === '') setOpened(false)
        }}
      />
      {problem !== null && (
        <p role="alert" className={classes.problem}>
          {T.note.notSaved(problem)}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => void editing.flush()}>
            {texts.ui.words.tryAgain}
          </Button>
        </p>
      )}
    </div>
  )
}
