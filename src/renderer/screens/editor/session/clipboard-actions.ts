/** Copies, pastes and duplicates blocks, within a page and between windows. */
import { notifications } from '@mantine/notifications'
import type { Position } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import { type BlocksClip, clipOf, clipText, pasteCommand, readClip } from '../document/clipboard.ts'
import type { EditorSession } from './session.ts'

export interface ClipboardActions {
  duplicate(): void
  /** Returns the selected blocks as text, or null when none is selected. */
  copyText(): string | null
  /** Adds and selects the blocks in a text, as one step that can be undone, or says why it has none. */
  pasteText(text: string, at?: Position | null): void
  copyToSystem(): Promise<void>
  pasteFromSystem(at: Position | null): Promise<void>
}

function explain(reason: string | null): void {
  const { emptyClipboard, notPasted } = texts.editor.session
  if (reason === null) notifications.show({ message: emptyClipboard })
  else notifications.show({ title: notPasted, message: reason, color: 'red' })
}

/** Offset of a copy from its original. */
const STEP = 40

export function createClipboardActions({ documents }: EditorSession): ClipboardActions {
  const state = () => documents.getState()
  const doc = () => state().doc
  /** The last copy of this page, for when the system's clipboard can't be read. */
  let ownClip: string | null = null
  let pastes = 0

  function paste(clip: BlocksClip, at: Position | null | undefined) {
    pastes++
    const place = at ? { at } : { by: { x: STEP * pastes, y: STEP * pastes } }
    const { command, ids } = pasteCommand(doc(), clip, place, 'paste')
    state().run(command, { nodes: ids, edges: [] })
  }

  const actions: ClipboardActions = {
    duplicate: () => {
      const { nodes } = state().selection
      if (nodes.length === 0) return
      const { command, ids } = pasteCommand(doc(), clipOf(doc(), nodes), { by: { x: STEP, y: STEP } }, 'duplicate')
      state().run(command, { nodes: ids, edges: [] })
    },

    copyText: () => {
      const { nodes } = state().selection
      if (nodes.length === 0) return null
      ownClip = clipText(clipOf(doc(), nodes))
      pastes = 0
      return ownClip
    },

    pasteText: (text, at) => {
      const read = readClip(text)
      if (read.ok) paste(read.clip, at)
      else explain(read.reason)
    },

    copyToSystem: async () => {
      const text = actions.copyText()
      if (text !== null) await navigator.clipboard?.writeText(text).catch(() => undefined)
    },

    pasteFromSystem: async (at) => {
      const text = await navigator.clipboard?.readText().catch(() => null)
      const read = readClip(text || (ownClip ?? ''))
      if (!read.ok && read.reason === null && ownClip !== null) return actions.pasteText(ownClip, at)
      if (read.ok) paste(read.clip, at)
      else explain(read.reason)
    },
  }
  return actions
}
