/** Commands that select, edit the selection, undo, redo, and add blocks. */
import { bypassPorts } from '../../../../../shared/graph/effective-graph.ts'
import { openPalette } from '../../../../base/commands/palette-items.ts'
import { findNode } from '../../../../parts/workflow/document/document.ts'
import { texts } from '../../../../texts/texts.ts'
import { kindsFittingEdge } from '../../document/wiring.ts'
import { renameSelected } from '../../session/actions.ts'
import { setUi, uiStore } from '../../session/ui-store.ts'
import { PALETTE_SEARCH_ID, showPanel } from '../../side-panels/side-panels.tsx'
import { anything, type CommandContext, chosen, type EditorCommand, some, store } from './command.ts'

/** True when some kind of block fits into the wire. */
export const takesBlock = (context: CommandContext, edgeId: string): boolean =>
  kindsFittingEdge(store(context).doc.graph, edgeId).length > 0

function openQuickAdd(context: CommandContext) {
  const { camera, pointer, pointed = false } = context
  const screen = pointer ?? camera.screenCentre()
  const { nodes, edges } = store(context).selection
  const [edge] = nodes.length === 0 && edges.length === 1 ? edges : []
  const into = edge !== undefined && takesBlock(context, edge) ? { edge } : {}
  setUi({ quickAdd: { screen, at: camera.toCanvas(screen), pointed, end: null, ...into } })
}

function focusPalette() {
  showPanel('palette', true)
  requestAnimationFrame(() => document.getElementById(PALETTE_SEARCH_ID)?.focus())
}

export const EDIT_COMMANDS: readonly EditorCommand[] = [
  {
    id: 'undo',
    label: texts.ui.words.undo,
    group: 'Edit',
    keys: ['Ctrl+Z'],
    inFields: true,
    when: (c) => store(c).past.length > 0,
    act: (c) => store(c).undo(),
  },
  {
    id: 'redo',
    label: texts.editor.commands.edit.redo,
    group: 'Edit',
    keys: ['Ctrl+Shift+Z', 'Ctrl+Y'],
    inFields: true,
    when: (c) => store(c).future.length > 0,
    act: (c) => store(c).redo(),
  },
  {
    id: 'cut',
    label: texts.editor.commands.edit.cut,
    group: 'Edit',
    keys: ['Ctrl+X'],
    native: true,
    when: some,
    act: ({ actions }) => void actions.copyToSystem().then(() => actions.removeSelection('cut')),
  },
  {
    id: 'copy',
    label: texts.editor.commands.edit.copy,
    group: 'Edit',
    keys: ['Ctrl+C'],
    native: true,
    when: some,
    act: ({ actions }) => void actions.copyToSystem(),
  },
  {
    id: 'paste',
    label: texts.editor.commands.edit.paste,
    group: 'Edit',
    keys: ['Ctrl+V'],
    native: true,
    act: ({ actions, camera, pointer }) => void actions.pasteFromSystem(pointer && camera.toCanvas(pointer)),
  },
  {
    id: 'duplicate',
    label: texts.editor.commands.edit.duplicate,
    group: 'Edit',
    keys: ['Ctrl+D'],
    words: texts.editor.commands.edit.duplicateWords,
    when: some,
    act: ({ actions }) => actions.duplicate(),
  },
  {
    id: 'delete',
    label: texts.ui.words.delete,
    group: 'Edit',
    keys: ['Delete', 'Backspace'],
    words: texts.editor.commands.edit.deleteWords,
    when: anything,
    act: ({ actions }) => actions.removeSelection(),
  },
  {
    id: 'delete-bridge',
    label: texts.editor.commands.edit.deleteAndJoin,
    group: 'Edit',
    keys: ['Shift+Delete', 'Shift+Backspace'],
    words: texts.editor.commands.edit.deleteAndJoinWords,
    when: some,
    act: ({ actions }) => actions.removeSelection('bridge'),
  },
  {
    id: 'rename',
    label: texts.ui.words.rename,
    group: 'Edit',
    keys: ['F2'],
    words: texts.editor.commands.edit.renameWords,
    when: (c) => chosen(c) === 1,
    act: ({ session }) => renameSelected(session),
  },
  {
    id: 'add',
    label: texts.editor.commands.edit.add,
    group: 'Edit',
    keys: ['A'],
    words: texts.editor.commands.edit.addWords,
    keyOnly: true,
    act: openQuickAdd,
  },
  {
    id: 'palette-search',
    label: texts.editor.commands.edit.findKind,
    group: 'Edit',
    keys: ['/'],
    keyOnly: true,
    act: focusPalette,
  },
  {
    id: 'mute',
    label: texts.editor.commands.edit.mute,
    group: 'Edit',
    keys: ['M'],
    words: texts.editor.commands.edit.muteWords,
    when: some,
    act: ({ actions }) => actions.toggleSwitch('muted'),
  },
  {
    id: 'bypass',
    label: texts.editor.commands.edit.bypass,
    group: 'Edit',
    keys: ['B'],
    words: texts.editor.commands.edit.bypassWords,
    when: (c) =>
      store(c).selection.nodes.some((id) => bypassPorts(findNode(store(c).doc.graph, id)?.type ?? '') !== null),
    act: ({ actions }) => actions.toggleSwitch('bypassed'),
  },
]

function clear(context: CommandContext) {
  const { quickAdd, menu } = uiStore.getState()
  if (quickAdd || menu) setUi({ quickAdd: null, menu: null })
  else store(context).select({ nodes: [], edges: [] })
}

/** Commands that select, and find a block. */
export const SELECT_COMMANDS: readonly EditorCommand[] = [
  {
    id: 'select-all',
    label: texts.editor.commands.select.all,
    group: 'Select',
    keys: ['Ctrl+A'],
    act: ({ actions }) => actions.selectAll(),
  },
  {
    id: 'select-none',
    label: texts.editor.commands.select.none,
    group: 'Select',
    keys: ['Escape'],
    words: texts.editor.commands.select.noneWords,
    when: anything,
    act: clear,
  },
  {
    id: 'select-others',
    label: texts.editor.commands.select.others,
    group: 'Select',
    keys: ['Ctrl+I'],
    words: texts.editor.commands.select.othersWords,
    act: ({ actions }) => actions.selectOthers(),
  },
  {
    id: 'find',
    label: texts.editor.commands.select.find,
    group: 'Select',
    keys: ['Ctrl+F'],
    words: texts.editor.commands.select.findWords,
    act: () => openPalette('@'),
  },
]
