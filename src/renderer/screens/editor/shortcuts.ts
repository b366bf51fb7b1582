/** The editor's keyboard shortcuts: handles them, yields to controls that need the keys, and names them in hints. */
import { useEffect, useMemo, useRef } from 'react'
import { bindingsOf, isField, isModalOpen, type KeyChanges, keysFor, keysOf } from '../../base/commands/key-bindings.ts'
import { capsOf } from '../../base/commands/key-caps.ts'
import { useSettings } from '../../base/settings/settings-context.tsx'
import type { EditorDocument } from '../../parts/workflow/document/document.ts'
import { COMMANDS, type CommandContext, commandOf, type EditorCommand } from './commands/command-list.ts'
import type { Controls } from './session/editor-context.ts'
import type { EditorSession } from './session/session.ts'

/** Fields that commit on blur have an undo of their own. */
const hasOwnUndo = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-own-undo]') !== null

/** True for keys that the focused control handles itself. */
function controlWants(target: EventTarget | null, keys: string): boolean {
  if (!(target instanceof Element)) return false
  if (keys.includes('Arrow')) {
    // React Flow moves the focused block itself.
    return (
      target.closest(
        '.react-flow__node, [role=listbox], [role=menu], [role=slider], [role=separator], [role=tablist], [role=radiogroup], aside, input',
      ) !== null
    )
  }
  if (keys === 'Escape') return target.closest('[role=dialog], [role=menu], [role=listbox]') !== null
  return false
}

/** Blurs the field briefly, so that the typed text is committed before the command runs. */
function commitField(field: HTMLElement): void {
  field.blur()
  if (field.isConnected) field.focus({ preventScroll: true })
}

interface FieldVisit {
  field: EventTarget
  doc: EditorDocument
  undone: number
}

/** Remembers the document's state when the focused field was entered: its undo reaches back to there only. */
function createFieldVisits(session: EditorSession) {
  let visit: FieldVisit | null = null
  const state = () => session.documents.getState()
  return {
    enter: (e: FocusEvent) => {
      visit =
        isField(e.target) && e.target ? { field: e.target, doc: state().doc, undone: state().future.length } : null
    },
    /** True when undo or redo would change text typed since the field was entered. */
    allows: (target: EventTarget | null, id: string) => {
      if (visit?.field !== target || !visit) return true
      return id === 'undo' ? state().doc !== visit.doc : state().future.length > visit.undone
    },
  }
}

/** Returns the context of commands, for menus and the palette. */
export function useShortcuts(session: EditorSession, controls: Controls): () => CommandContext {
  const changes: KeyChanges = useSettings().settings.shortcuts ?? NO_CHANGES
  const bound = useMemo(() => bindings(changes), [changes])
  const latest = useRef(bound)
  latest.current = bound
  const pointer = useRef<CommandContext['pointer']>(null)
  const context = useMemo(
    () => (): CommandContext => ({ session, ...controls, pointer: pointer.current }),
    [session, controls],
  )
  useEffect(() => {
    const visits = createFieldVisits(session)
    const canvasAt = (e: Event) => (e.target as Element | null)?.closest?.('[data-testid="canvas"]') != null

    const onPointerMove = (e: PointerEvent) => {
      pointer.current = canvasAt(e) ? { x: e.clientX, y: e.clientY } : null
    }
    const onKeyDown = (e: KeyboardEvent) => {
      if (e.defaultPrevented || e.isComposing || isModalOpen()) return
      const keys = keysOf(e)
      const command = latest.current.get(keys)
      if (!command || command.native || controlWants(e.target, keys)) return
      if (isField(e.target)) {
        const history = command.id === 'undo' || command.id === 'redo'
        if (!command.inFields || (history && hasOwnUndo(e.target))) return
        if (history && !visits.allows(e.target, command.id)) return e.preventDefault()
        if (!history) commitField(e.target as HTMLElement)
      }
      e.preventDefault()
      command.act(context())
    }

    const onCopy = (e: ClipboardEvent) => {
      if (isField(e.target) || isModalOpen() || !window.getSelection()?.isCollapsed) return
      const text = controls.actions.copyText()
      if (text === null) return
      e.preventDefault()
      e.clipboardData?.setData('text/plain', text)
      if (e.type === 'cut') controls.actions.removeSelection('cut')
    }
    const onPaste = (e: ClipboardEvent) => {
      if (isField(e.target) || isModalOpen()) return
      const text = e.clipboardData?.getData('text/plain') ?? ''
      const at = pointer.current && controls.camera.toCanvas(pointer.current)
      controls.actions.pasteText(text, at)
      e.preventDefault()
    }

    const stop = new AbortController()
    const on = { signal: stop.signal }
    window.addEventListener('pointermove', onPointerMove, on)
    window.addEventListener('keydown', onKeyDown, on)
    document.addEventListener('focusin', visits.enter, on)
    document.addEventListener('copy', onCopy, on)
    document.addEventListener('cut', onCopy, on)
    document.addEventListener('paste', onPaste, on)
    return () => stop.abort()
  }, [session, controls, context])
  return context
}

const NO_CHANGES: KeyChanges = {}

/** The key bindings of the editor's commands: their defaults, overridden by the user's settings. */
export const bindings = (changes: KeyChanges): ReadonlyMap<string, EditorCommand> => bindingsOf(COMMANDS, changes)

/** Returns the keys of a command's first chord; null when the user has disabled its keys. */
export function useCaps(): (commandId: string) => string[] | null {
  const changes = useSettings().settings.shortcuts ?? {}
  return (commandId) => {
    const [keys] = keysFor(commandOf(commandId), changes)
    return keys === undefined ? null : capsOf(keys)
  }
}

/** Formats a tooltip with a command's keys: "Arrange (Shift+L)". */
export function useKeyHint(): (words: string, commandId: string) => string {
  const capsOfCommand = useCaps()
  return (words, commandId) => {
    const caps = capsOfCommand(commandId)
    return caps === null ? words : `${words} (${caps.join('+')})`
  }
}
