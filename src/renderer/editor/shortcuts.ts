/** The editor's keys, as data: what they are, what they do, and when they keep out of the way. */
import { useEffect } from 'react'
import { PALETTE_SEARCH_ID } from './palette/palette.tsx'
import { renameSelected } from './session/actions.ts'
import type { Controls } from './session/actions-context.ts'
import type { EditorSession } from './session/session.ts'
import { setUi, uiStore } from './session/ui-store.ts'

export interface Shortcut {
  /** Modifiers in the order Ctrl, Shift; Ctrl is Command on a Mac. */
  keys: string
  label: string
  /** Also while typing in a field. */
  inFields?: boolean
  act(context: Context): void
}

interface Context extends Controls {
  session: EditorSession
  /** The last place of the pointer over the canvas, in client pixels; null while it is elsewhere. */
  pointer: { x: number; y: number } | null
}

const nudge =
  (x: number, y: number) =>
  ({ actions }: Context) =>
    actions.nudge({ x, y })

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: 'Ctrl+Z', label: 'Undo', inFields: true, act: ({ session }) => session.documents.getState().undo() },
  { keys: 'Ctrl+Shift+Z', label: 'Redo', inFields: true, act: ({ session }) => session.documents.getState().redo() },
  { keys: 'Ctrl+Y', label: 'Redo', inFields: true, act: ({ session }) => session.documents.getState().redo() },
  { keys: 'Ctrl+S', label: 'Save now', inFields: true, act: ({ session }) => void session.autosave.flush() },
  { keys: 'Ctrl+Enter', label: 'Run', inFields: true, act: ({ actions }) => void actions.run() },
  { keys: 'Ctrl+A', label: 'Select all', act: ({ actions }) => actions.selectAll() },
  { keys: 'Ctrl+D', label: 'Duplicate', act: ({ actions }) => actions.duplicate() },
  { keys: 'Delete', label: 'Delete', act: ({ actions }) => actions.removeSelection() },
  { keys: 'Backspace', label: 'Delete', act: ({ actions }) => actions.removeSelection() },
  { keys: 'F', label: 'Fit all blocks', act: ({ camera }) => camera.fit() },
  { keys: 'Shift+L', label: 'Arrange', act: ({ actions }) => void actions.arrange() },
  { keys: 'F2', label: 'Rename the block', act: ({ session }) => renameSelected(session) },
  { keys: 'A', label: 'Add a block', act: openQuickAdd },
  { keys: '/', label: 'Find a block', act: focusPalette },
  { keys: 'Escape', label: 'Select nothing', act: ({ session }) => clear(session) },
  { keys: 'ArrowLeft', label: 'Move left', act: nudge(-10, 0) },
  { keys: 'ArrowRight', label: 'Move right', act: nudge(10, 0) },
  { keys: 'ArrowUp', label: 'Move up', act: nudge(0, -10) },
  { keys: 'ArrowDown', label: 'Move down', act: nudge(0, 10) },
  { keys: 'Shift+ArrowLeft', label: 'Move far left', act: nudge(-50, 0) },
  { keys: 'Shift+ArrowRight', label: 'Move far right', act: nudge(50, 0) },
  { keys: 'Shift+ArrowUp', label: 'Move far up', act: nudge(0, -50) },
  { keys: 'Shift+ArrowDown', label: 'Move far down', act: nudge(0, 50) },
]

const BY_KEYS = new Map(SHORTCUTS.map((s) => [s.keys, s]))

export function keysOf(e: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): string {
  const key = e.key.length === 1 ? e.key.toUpperCase() : e.key
  const command = e.ctrlKey || e.metaKey
  // A shifted sign is a key of its own ("/" needs Shift on some keyboards); a shifted letter is not.
  const shift = e.shiftKey && (key.length > 1 || /[A-Z]/.test(key))
  return `${command ? 'Ctrl+' : ''}${shift ? 'Shift+' : ''}${key}`
}

function openQuickAdd({ camera, pointer }: Context) {
  const screen = pointer ?? camera.screenCentre()
  setUi({ quickAdd: { screen, at: camera.toCanvas(screen), end: null } })
}

function focusPalette() {
  setUi({ palette: true })
  requestAnimationFrame(() => document.getElementById(PALETTE_SEARCH_ID)?.focus())
}

function clear(session: EditorSession) {
  const { quickAdd, menu } = uiStore.getState()
  if (quickAdd || menu) setUi({ quickAdd: null, menu: null })
  else session.documents.getState().select({ nodes: [], edges: [] })
}

export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type)
}

/** Fields that keep their text until they are left have an undo of their own. */
const hasOwnUndo = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-own-undo]') !== null

/** Keys that mean something to the control in focus. */
function controlWants(target: EventTarget | null, keys: string): boolean {
  if (!(target instanceof Element)) return false
  if (keys.includes('Arrow')) {
    // React Flow moves the focused block itself.
    return (
      target.closest(
        '.react-flow__node, [role=listbox], [role=menu], [role=slider], [role=tablist], [role=radiogroup], aside, input',
      ) !== null
    )
  }
  if (keys === 'Escape') return target.closest('[role=dialog], [role=menu], [role=listbox]') !== null
  return false
}

const isModalOpen = () => document.querySelector('[aria-modal=true]') !== null

export function useShortcuts(session: EditorSession, controls: Controls): void {
  useEffect(() => {
    let pointer: Context['pointer'] = null
    const context = (): Context => ({ session, ...controls, pointer })
    const canvasAt = (e: Event) => (e.target as Element | null)?.closest?.('[data-testid="canvas"]') != null

    const onPointerMove = (e: PointerEvent) => {
      pointer = canvasAt(e) ? { x: e.clientX, y: e.clientY } : null
    }
    const onKeyDown = (e: KeyboardEvent) => {
      if (e.defaultPrevented || e.isComposing || e.altKey || isModalOpen()) return
      const keys = keysOf(e)
      const shortcut = BY_KEYS.get(keys)
      if (!shortcut || controlWants(e.target, keys)) return
      if (isField(e.target) && (!shortcut.inFields || (/Z|Y/.test(keys) && hasOwnUndo(e.target)))) return
      e.preventDefault()
      shortcut.act(context())
    }

    const onCopy = (e: ClipboardEvent) => {
      if (isField(e.target) || !window.getSelection()?.isCollapsed) return
      const text = controls.actions.copyText()
      if (text === null) return
      e.preventDefault()
      e.clipboardData?.setData('text/plain', text)
      if (e.type === 'cut') controls.actions.removeSelection('cut')
    }
    const onPaste = (e: ClipboardEvent) => {
      if (isField(e.target) || isModalOpen()) return
      const text = e.clipboardData?.getData('text/plain') ?? ''
      const at = pointer && controls.camera.toCanvas(pointer)
      if (controls.actions.pasteText(text, at)) e.preventDefault()
    }

    const stop = new AbortController()
    const on = { signal: stop.signal }
    window.addEventListener('pointermove', onPointerMove, on)
    window.addEventListener('keydown', onKeyDown, on)
    document.addEventListener('copy', onCopy, on)
    document.addEventListener('cut', onCopy, on)
    document.addEventListener('paste', onPaste, on)
    return () => stop.abort()
  }, [session, controls])
}
