/** Short messages at the edge of the window. */
import { Button } from '@mantine/core'
import { hideNotification, showNotification } from '@mantine/notifications'
import { texts } from '../../texts/texts.ts'
import { errorText } from './error-text.ts'

export function toastError(title: string, error: unknown): void {
  showNotification({ title, message: errorText(error), color: 'red', autoClose: 9_000 })
}

export function toastInfo(message: string): void {
  showNotification({ message })
}

/**
 * Reports a completed action and offers to undo it for a while. `commit` runs when the time is over or the message is
 * closed, `undo` when the button is pressed; never both.
 */
export function toastUndo(message: string, { commit, undo }: { commit: () => void; undo: () => void }): void {
  const id = `undo-${crypto.randomUUID()}`
  let settled = false
  const settle = (act: () => void) => {
    if (settled) return
    settled = true
    window.removeEventListener('pagehide', onPageHide)
    act()
    hideNotification(id)
  }
  const onPageHide = () => settle(commit)
  window.addEventListener('pagehide', onPageHide)
  showNotification({
    id,
    autoClose: 7_000,
    onClose: () => settle(commit),
    message: (
      <span style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 12 }}>
        {message}
        <Button variant="subtle" size="compact-xs" style={{ flex: 'none' }} onClick={() => settle(undo)}>
          {texts.ui.words.undo}
        </Button>
      </span>
    ),
  })
}
