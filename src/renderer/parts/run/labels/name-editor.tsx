/** The name of a run in the title of its screen; a click or the pencil edits it in place. */
import { ActionIcon, TextInput, Tooltip, UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { MAX_RUN_NAME } from '../../../../shared/domain/run-labels.ts'
import { toastError } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'
import { useChangeRefusal } from '../../studio/sharing/sharing.tsx'
import classes from './labels.module.css'
import { type Labels, nameOf } from './labels.ts'
import { useLabelsOf, useLabelsStore } from './use-labels.ts'

const T = texts.labels.name

/** @param children the title of a run without a name */
export function NameEditor({ runId, children }: { runId: string; children: ReactNode }) {
  const store = useLabelsStore()
  const { name } = useLabelsOf(runId)
  const refused = useChangeRefusal(useStore(store.state, ({ owners }) => owners.get(runId)))
  /** The labels when the edit began. */
  const [base, setBase] = useState<Labels | null>(null)
  /** True when a key ended the edit, so that the focus returns to the button that began it. */
  const returns = useRef(false)
  const opener = (button: HTMLButtonElement | null) => {
    if (!returns.current || !button) return
    returns.current = false
    button.focus()
  }
  const open = () => setBase(store.of(runId))

  if (refused !== null) return name === null ? children : <span title={refused}>{name}</span>
  if (base !== null) {
    const end = (typed: string | null, byKey: boolean) => {
      returns.current = byKey
      setBase(null)
      if (typed === null || nameOf(typed) === base.name) return
      store
        .change(runId, { name: nameOf(typed) }, base)
        .catch((error: unknown) => toastError(texts.labels.notSaved, error))
    }
    return <NameInput initial={base.name ?? ''} onEnd={end} />
  }
  if (name === null) {
    return (
      <>
        {children}
        <Tooltip label={T.give}>
          <ActionIcon ref={opener} className={classes.pencil} aria-label={T.give} onClick={open}>
            <IconPencil size={15} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </>
    )
  }
  return (
    <UnstyledButton ref={opener} className={classes.name} title={T.change} onClick={open}>
      <span>{name}</span>
      <IconPencil size={14} stroke={1.6} aria-hidden />
    </UnstyledButton>
  )
}

interface NameInputProps {
  initial: string
  /** `typed` is null when the name stays unchanged. */
  onEnd: (typed: string | null, byKey: boolean) => void
}

function NameInput({ initial, onEnd }: NameInputProps) {
  const [typed, setTyped] = useState(initial)
  /** Set at the end of the edit, since removing the field also triggers a blur event. */
  const ended = useRef(false)
  const end = (text: string | null, byKey: boolean) => {
    if (ended.current) return
    ended.current = true
    onEnd(text, byKey)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // The button gets the focus before the browser's default action for the key, which would reopen the field.
    event.preventDefault()
    event.stopPropagation()
    end(event.key === 'Enter' ? typed : null, true)
  }
  return (
    <TextInput
      className={classes.nameInput}
      size="xs"
      autoFocus
      aria-label={T.label}
      placeholder={T.placeholder}
      maxLength={MAX_RUN_NAME}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={() => end(typed, false)}
      onKeyDown={onKeyDown}
    />
  )
}
