/** Copies, pastes and duplicates blocks, within a page and between windows. */
import { notifications } from '@mantine/notifications'
import { texts } from '../../../base/messages/texts.ts'
import type { Position } from '../../../parts/document/document.ts'
import { clipOf, clipText, pasteCommand, readClip } from '../document/clipboard.ts'
import type { EditorSession } from './session.ts'

export interface ClipboardActions {
  duplicate(): void
  /** Returns the selected blocks as text, or null when none is selected. */
  copyText(): string | null
  /** Returns true when the text contained blocks. */
  pasteText(text: string, at?: Position | null): boolean
  copyToSystem(): Promise<void>
  pasteFromSystem(at: Position | null): Promise<void>
}

/** Offset of a copy from its original. */
const STEP = 40

export function createClipboardActions({ documents }: EditorSession): ClipboardActions {
  const state = () => documents.getState()
  const doc = () => state().doc
  /** The last copy of this page, for when the system's clipboard can't be read. */
  let ownClip: string | null = null
  let pastes = 0

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
      const clip = readClip(text)
      if (!clip) return false
      pastes++
      const place = at ? { at } : { by: { x: STEP * pastes, y: STEP * pastes } }
      const { command, ids } = pasteCommand(doc(), clip, place, 'paste')
      state().run(command, { nodes: ids, edges: [] })
      return true
    },

    copyToSystem: async () => {
      const text = actions.copyText()
      if (text !== null) await navigator.clipboard?.writeText(text).catch(() => undefined)
    },

    pasteFromSystem: async (at) => {
      const text = await navigator.clipboard?.readText().catch(() => null)
      const done = (text && actions.pasteText(text, at)) || (ownClip !== null && actions.pasteText(ownClip, at))
      if (!done) notifications.show({ message: texts.editor.session.emptyClipboard })
    },
  }
  return actions
}
