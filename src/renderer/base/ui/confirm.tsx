/** Asks for confirmation of an irreversible action; the dialog stays open until the action ends. */
import { Button, Group, Progress } from '@mantine/core'
import { closeModal, openModal, updateModal } from '@mantine/modals'
import { type ReactNode, useState } from 'react'
import { texts } from '../../texts/texts.ts'
import classes from './confirm.module.css'
import { errorText } from './error-text.ts'

export interface ConfirmOptions {
  title: string
  /** Describes the data that will be lost. */
  children: ReactNode
  action: string
  /** May reject: the error's sentence is shown and the dialog stays open. Progress is reported as 0 to 1. */
  onConfirm: (progress: (share: number) => void) => Promise<unknown>
}

export function confirm(options: ConfirmOptions): void {
  const id = openModal({
    title: options.title,
    size: 'md',
    children: (
      <Confirmation
        {...options}
        onBusy={(busy) =>
          updateModal({ modalId: id, closeOnEscape: !busy, closeOnClickOutside: !busy, withCloseButton: !busy })
        }
        onDone={() => closeModal(id)}
      />
    ),
  })
}

interface ConfirmationProps extends ConfirmOptions {
  onBusy: (busy: boolean) => void
  onDone: () => void
}

function Confirmation({ title, children, action, onConfirm, onBusy, onDone }: ConfirmationProps) {
  const [share, setShare] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const become = (next: boolean) => {
    setBusy(next)
    onBusy(next)
  }
  async function go() {
    become(true)
    setError(null)
    try {
      await onConfirm(setShare)
      onDone()
    } catch (failure) {
      setError(errorText(failure))
      setShare(null)
      become(false)
    }
  }

  return (
    <>
      <div className={classes.text}>{children}</div>
      {share !== null && <Progress value={share * 100} mt="sm" aria-label={title} />}
      {error !== null && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" disabled={busy} onClick={onDone} data-autofocus>
          {texts.ui.words.cancel}
        </Button>
        <Button color="red" loading={busy} onClick={() => void go()}>
          {action}
        </Button>
      </Group>
    </>
  )
}
