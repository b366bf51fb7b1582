/**
 * Every command of the editor, once: menus, palette, keys, the cheat sheet and the settings read this list.
 * Keys are written with modifiers in the order Ctrl, Alt, Shift; Ctrl is Command on a Mac.
 */
import { bypassPorts } from '../../../shared/graph/effective-graph.ts'
import { openPalette } from '../../shell/palette-items.ts'
import { findNode } from '../document/document.ts'
import { PALETTE_SEARCH_ID } from '../palette/palette.tsx'
import { renameSelected } from '../session/actions.ts'
import type { Controls } from '../session/actions-context.ts'
import { movable } from '../session/placing-actions.ts'
import type { EditorSession } from '../session/session.ts'
import { setUi, uiStore } from '../session/ui-store.ts'

export interface CommandContext extends Controls {
  session: EditorSession
  /** The last place of the pointer over the canvas, in client pixels; null while it is elsewhere. */
  pointer: { x: number; y: number } | null
}

export const COMMAND_GROUPS = ['Workflow', 'Edit', 'Select', 'Arrange', 'Group', 'View', 'Move'] as const

export interface EditorCommand {
  id: string
  label: string
  group: (typeof COMMAND_GROUPS)[number]
  /** The keys it has as long as nobody changes them. */
  keys: readonly string[]
  /** Also while typing in a field. */
  inFields?: boolean
  /** The browser (copy and paste) or the app brings these keys; they can't be changed. */
  native?: boolean
  /** Not worth a line in the palette. */
  keyOnly?: boolean
  /** Other words to find it by. */
  words?: string
  /** Whether it would do anything now. */
  when?(context: CommandContext): boolean
  act(context: CommandContext): void
}

const store = ({ session }: CommandContext) => session.documents.getState()
const chosen = (context: CommandContext) => store(context).selection.nodes.length
const some = (context: CommandContext) => chosen(context) > 0
const several = (n: number) => (context: CommandContext) => {
  const { doc, selection } = store(context)
  return movable(doc, selection.nodes).length >= n
}
const anything = (context: CommandContext) => some(context) || store(context).selection.edges.length > 0
const inGroup = (context: CommandContext) => {
  const { doc, selection } = store(context)
  const ids = new Set(selection.nodes)
  return Object.entries(doc.layout.frames ?? {}).some(([id, f]) => ids.has(id) || f.members.some((m) => ids.has(m)))
}

const nudge =
  (x: number, y: number) =>
  ({ actions }: CommandContext) =>
    actions.nudge({ x, y })

function openQuickAdd(context: CommandContext) {
  const { camera, pointer } = context
  const screen = pointer ?? camera.screenCentre()
  const { nodes, edges } = store(context).selection
  const edge = nodes.length === 0 && edges.length === 1 ? { edge: edges[0] as string } : {}
  setUi({ quickAdd: { screen, at: camera.toCanvas(screen), end: null, ...edge } })
}

function focusPalette() {
  setUi({ palette: true })
  requestAnimationFrame(() => document.getElementById(PALETTE_SEARCH_ID)?.focus())
}

function clear(context: CommandContext) {
  const { quickAdd, menu } = uiStore.getState()
  if (quickAdd || menu) setUi({ quickAdd: null, menu: null })
  else store(context).select({ nodes: [], edges: [] })
}

export const COMMANDS: readonly EditorCommand[] = [
  {
    id: 'run',
    label: 'Run',
    group: 'Workflow',
    keys: ['Ctrl+Enter'],
    inFields: true,
    words: 'start',
    act: ({ actions }) => void actions.run(),
  },
  {
    id: 'save',
    label: 'Save now',
    group: 'Workflow',
    keys: ['Ctrl+S'],
    inFields: true,
    act: ({ session }) => void session.autosave.flush(),
  },
  {
    id: 'choose-video',
    label: 'Choose video…',
    group: 'Workflow',
    keys: [],
    words: 'source file image open',
    act: ({ files }) => void files.chooseSource(),
  },
  {
    id: 'open-file',
    label: 'Open workflow file…',
    group: 'Workflow',
    keys: ['Ctrl+O'],
    words: 'load import',
    act: ({ files }) => void files.openWorkflow(),
  },
  {
    id: 'save-file',
    label: 'Save as file…',
    group: 'Workflow',
    keys: ['Ctrl+Shift+S'],
    words: 'export download',
    act: ({ files }) => void files.saveWorkflow(),
  },
  {
    id: 'problems',
    label: 'Show problems',
    group: 'Workflow',
    keys: [],
    words: 'errors warnings',
    act: () => setUi({ dock: 'problems' }),
  },
  {
    id: 'progress',
    label: 'Show progress',
    group: 'Workflow',
    keys: [],
    words: 'run log',
    act: () => setUi({ dock: 'run' }),
  },

  {
    id: 'undo',
    label: 'Undo',
    group: 'Edit',
    keys: ['Ctrl+Z'],
    inFields: true,
    when: (c) => store(c).past.length > 0,
    act: (c) => store(c).undo(),
  },
  {
    id: 'redo',
    label: 'Redo',
    group: 'Edit',
    keys: ['Ctrl+Shift+Z', 'Ctrl+Y'],
    inFields: true,
    when: (c) => store(c).future.length > 0,
    act: (c) => store(c).redo(),
  },
  {
    id: 'cut',
    label: 'Cut',
    group: 'Edit',
    keys: ['Ctrl+X'],
    native: true,
    when: some,
    act: ({ actions }) => void actions.copyToSystem().then(() => actions.removeSelection('cut')),
  },
  {
    id: 'copy',
    label: 'Copy',
    group: 'Edit',
    keys: ['Ctrl+C'],
    native: true,
    when: some,
    act: ({ actions }) => void actions.copyToSystem(),
  },
  {
    id: 'paste',
    label: 'Paste',
    group: 'Edit',
    keys: ['Ctrl+V'],
    native: true,
    act: ({ actions, camera, pointer }) => void actions.pasteFromSystem(pointer && camera.toCanvas(pointer)),
  },
  {
    id: 'duplicate',
    label: 'Duplicate',
    group: 'Edit',
    keys: ['Ctrl+D'],
    words: 'clone',
    when: some,
    act: ({ actions }) => actions.duplicate(),
  },
  {
    id: 'delete',
    label: 'Delete',
    group: 'Edit',
    keys: ['Delete', 'Backspace'],
    words: 'remove',
    when: anything,
    act: ({ actions }) => actions.removeSelection(),
  },
  {
    id: 'delete-bridge',
    label: 'Delete and join wires',
    group: 'Edit',
    keys: ['Shift+Delete', 'Shift+Backspace'],
    words: 'remove keep bridge dissolve',
    when: some,
    act: ({ actions }) => actions.removeSelection('bridge'),
  },
  {
    id: 'rename',
    label: 'Rename',
    group: 'Edit',
    keys: ['F2'],
    words: 'name title note text',
    when: (c) => chosen(c) === 1,
    act: ({ session }) => renameSelected(session),
  },
  {
    id: 'add',
    label: 'Add a block',
    group: 'Edit',
    keys: ['A'],
    words: 'new insert node',
    keyOnly: true,
    act: openQuickAdd,
  },
  { id: 'palette-search', label: 'Find a block kind', group: 'Edit', keys: ['/'], keyOnly: true, act: focusPalette },
  {
    id: 'mute',
    label: 'Mute or unmute',
    group: 'Edit',
    keys: ['M'],
    words: 'disable off skip',
    when: some,
    act: ({ actions }) => actions.toggleSwitch('muted'),
  },
  {
    id: 'bypass',
    label: 'Bypass or put back',
    group: 'Edit',
    keys: ['B'],
    words: 'disable pass through skip',
    when: (c) =>
      store(c).selection.nodes.some((id) => bypassPorts(findNode(store(c).doc.graph, id)?.type ?? '') !== null),
    act: ({ actions }) => actions.toggleSwitch('bypassed'),
  },

  {
    id: 'select-all',
    label: 'Select all',
    group: 'Select',
    keys: ['Ctrl+A'],
    act: ({ actions }) => actions.selectAll(),
  },
  {
    id: 'select-none',
    label: 'Select nothing',
    group: 'Select',
    keys: ['Escape'],
    words: 'deselect clear',
    when: anything,
    act: clear,
  },
  {
    id: 'select-others',
    label: 'Select the others',
    group: 'Select',
    keys: ['Ctrl+I'],
    words: 'invert selection',
    act: ({ actions }) => actions.selectOthers(),
  },
  {
    id: 'find',
    label: 'Find a block of this workflow',
    group: 'Select',
    keys: ['Ctrl+F'],
    words: 'search node go to',
    act: () => openPalette('@'),
  },

  {
    id: 'group',
    label: 'Group',
    group: 'Group',
    keys: ['Ctrl+G'],
    words: 'frame',
    when: some,
    act: ({ actions }) => actions.group(),
  },
  {
    id: 'ungroup',
    label: 'Ungroup',
    group: 'Group',
    keys: ['Ctrl+Shift+G'],
    when: inGroup,
    act: ({ actions }) => actions.ungroup(),
  },
  {
    id: 'collapse',
    label: 'Collapse or expand the group',
    group: 'Group',
    keys: ['Shift+C'],
    words: 'fold unfold',
    when: inGroup,
    act: ({ actions }) => actions.toggleCollapsed(),
  },
  {
    id: 'note',
    label: 'Add a note',
    group: 'Group',
    keys: ['N'],
    words: 'comment text card',
    act: ({ actions, camera, pointer }) => actions.addNote(pointer ? camera.toCanvas(pointer) : undefined),
  },

  {
    id: 'arrange',
    label: 'Arrange',
    group: 'Arrange',
    keys: ['Shift+L'],
    words: 'auto layout tidy',
    act: ({ actions }) => void actions.arrange(),
  },
  {
    id: 'align-left',
    label: 'Align left',
    group: 'Arrange',
    keys: ['Alt+A'],
    when: several(2),
    act: ({ actions }) => actions.align('left'),
  },
  {
    id: 'align-centre',
    label: 'Align centres',
    group: 'Arrange',
    keys: ['Alt+H'],
    words: 'horizontal',
    when: several(2),
    act: ({ actions }) => actions.align('centre'),
  },
  {
    id: 'align-right',
    label: 'Align right',
    group: 'Arrange',
    keys: ['Alt+D'],
    when: several(2),
    act: ({ actions }) => actions.align('right'),
  },
  {
    id: 'align-top',
    label: 'Align top',
    group: 'Arrange',
    keys: ['Alt+W'],
    when: several(2),
    act: ({ actions }) => actions.align('top'),
  },
  {
    id: 'align-middle',
    label: 'Align middles',
    group: 'Arrange',
    keys: ['Alt+V'],
    words: 'vertical',
    when: several(2),
    act: ({ actions }) => actions.align('middle'),
  },
  {
    id: 'align-bottom',
    label: 'Align bottom',
    group: 'Arrange',
    keys: ['Alt+S'],
    when: several(2),
    act: ({ actions }) => actions.align('bottom'),
  },
  {
    id: 'spread-across',
    label: 'Equal gaps across',
    group: 'Arrange',
    keys: ['Alt+Shift+H'],
    words: 'distribute horizontally spread',
    when: several(3),
    act: ({ actions }) => actions.spread('across'),
  },
  {
    id: 'spread-down',
    label: 'Equal gaps down',
    group: 'Arrange',
    keys: ['Alt+Shift+V'],
    words: 'distribute vertically spread',
    when: several(3),
    act: ({ actions }) => actions.spread('down'),
  },
  {
    id: 'snap',
    label: 'Snap on or off',
    group: 'Arrange',
    keys: ['Shift+S'],
    words: 'grid guides',
    act: () => setUi({ snap: !uiStore.getState().snap }),
  },

  { id: 'fit', label: 'Fit all blocks', group: 'View', keys: ['F'], words: 'zoom', act: ({ camera }) => camera.fit() },
  {
    id: 'fit-selection',
    label: 'Zoom to the selection',
    group: 'View',
    keys: ['Shift+F'],
    when: some,
    act: (c) => c.camera.fitTo(store(c).selection.nodes),
  },
  { id: 'zoom-in', label: 'Zoom in', group: 'View', keys: ['+', '='], act: ({ camera }) => camera.zoomIn() },
  { id: 'zoom-out', label: 'Zoom out', group: 'View', keys: ['-'], act: ({ camera }) => camera.zoomOut() },
  {
    id: 'minimap',
    label: 'Show or hide the map',
    group: 'View',
    keys: ['Shift+M'],
    words: 'minimap',
    act: () => setUi({ minimap: !uiStore.getState().minimap }),
  },
  {
    id: 'blocks',
    label: 'Show or hide the blocks',
    group: 'View',
    keys: ['Ctrl+B'],
    words: 'sidebar palette',
    act: () => setUi({ palette: !uiStore.getState().palette }),
  },
  {
    id: 'palette',
    label: 'All commands',
    group: 'View',
    keys: ['Ctrl+K'],
    native: true,
    keyOnly: true,
    act: () => openPalette(),
  },
  {
    id: 'keys',
    label: 'Keyboard shortcuts',
    group: 'View',
    keys: ['?'],
    words: 'cheat sheet help bindings',
    act: () => setUi({ keySheet: true }),
  },

  { id: 'left', label: 'Move left', group: 'Move', keys: ['ArrowLeft'], keyOnly: true, act: nudge(-10, 0) },
  { id: 'right', label: 'Move right', group: 'Move', keys: ['ArrowRight'], keyOnly: true, act: nudge(10, 0) },
  { id: 'up', label: 'Move up', group: 'Move', keys: ['ArrowUp'], keyOnly: true, act: nudge(0, -10) },
  { id: 'down', label: 'Move down', group: 'Move', keys: ['ArrowDown'], keyOnly: true, act: nudge(0, 10) },
  {
    id: 'far-left',
    label: 'Move far left',
    group: 'Move',
    keys: ['Shift+ArrowLeft'],
    keyOnly: true,
    act: nudge(-50, 0),
  },
  {
    id: 'far-right',
    label: 'Move far right',
    group: 'Move',
    keys: ['Shift+ArrowRight'],
    keyOnly: true,
    act: nudge(50, 0),
  },
  { id: 'far-up', label: 'Move far up', group: 'Move', keys: ['Shift+ArrowUp'], keyOnly: true, act: nudge(0, -50) },
  {
    id: 'far-down',
    label: 'Move far down',
    group: 'Move',
    keys: ['Shift+ArrowDown'],
    keyOnly: true,
    act: nudge(0, 50),
  },
]

const BY_ID = new Map(COMMANDS.map((c) => [c.id, c]))

export function commandOf(id: string): EditorCommand {
  const command = BY_ID.get(id)
  if (!command) throw new Error(`There is no command “${id}”.`)
  return command
}
