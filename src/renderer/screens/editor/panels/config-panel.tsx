/** The right panel: the settings of the selected block, note or group, the actions for several, or the whole workflow. */
import {
  ActionIcon,
  Button,
  ScrollArea,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
  Tooltip,
} from '@mantine/core'
import {
  IconCopy,
  IconCopyPlus,
  IconEyeOff,
  IconFrame,
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  IconTrash,
} from '@tabler/icons-react'
import { CARD_COLORS, type CardColor, type Frame, type Note } from '../../../../shared/graph/graph.ts'
import { findNode, titleOf } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import { CARD_PAINT } from '../canvas/cards.tsx'
import { commandOf } from '../commands/command-list.ts'
import { PreviewPanel } from '../preview/preview-panel.tsx'
import { useControls, useDocument, useSession } from '../session/editor-context.ts'
import { PanelEdge, usePanelSize } from '../side-panels/side-panels.tsx'
import { BlockPanel } from './block-panel.tsx'
import { OverviewPanel } from './overview-panel.tsx'
import classes from './panels.module.css'
import { useFieldVisits } from './use-field-visits.ts'

export function ConfigPanel() {
  const width = usePanelSize('settings')
  const count = useDocument((s) => s.selection.nodes.length)
  const only = useDocument((s) => (s.selection.nodes.length === 1 ? (s.selection.nodes[0] as string) : null))
  const note = useDocument((s) => (only === null ? undefined : s.doc.layout.notes?.[only]))
  const group = useDocument((s) => (only === null ? undefined : s.doc.layout.frames?.[only]))
  return (
    <aside
      className={classes.side}
      style={{ width }}
      aria-label={texts.editor.panels.config.settings}
      id="editor-settings"
    >
      <PanelEdge panel="settings" />
      <PreviewPanel />
      <ScrollArea className={classes.scroll} scrollbarSize={8} data-settings>
        {only !== null && note ? (
          <NotePanel key={only} id={only} note={note} />
        ) : only !== null && group ? (
          <GroupPanel key={only} id={only} group={group} />
        ) : only !== null ? (
          <BlockPanel key={only} nodeId={only} />
        ) : count > 1 ? (
          <SelectionPanel count={count} />
        ) : (
          <OverviewPanel />
        )}
      </ScrollArea>
    </aside>
  )
}

const PLACING = [
  ['align-left', IconLayoutAlignLeft],
  ['align-centre', IconLayoutAlignCenter],
  ['align-right', IconLayoutAlignRight],
  ['spread-across', IconLayoutDistributeVertical],
  ['align-top', IconLayoutAlignTop],
  ['align-middle', IconLayoutAlignMiddle],
  ['align-bottom', IconLayoutAlignBottom],
  ['spread-down', IconLayoutDistributeHorizontal],
] as const

/** The panel for a selection of several items. */
function SelectionPanel({ count }: { count: number }) {
  const session = useSession()
  const controls = useControls()
  const { actions } = controls
  return (
    <div className={classes.panel}>
      <Title order={2}>{texts.editor.panels.selection.selected(count)}</Title>
      <Text size="xs" c="dimmed" mt={2}>
        {texts.editor.panels.selection.hint}
      </Text>
      <div className={classes.tools} role="toolbar" aria-label={texts.editor.panels.selection.align}>
        {PLACING.map(([id, Icon]) => {
          const command = commandOf(id)
          return (
            <Tooltip key={id} label={command.label}>
              <ActionIcon
                variant="default"
                size={30}
                w="100%"
                aria-label={command.label}
                onClick={() => command.act({ session, ...controls, pointer: null })}
              >
                <Icon size={17} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          )
        })}
      </div>
      <Stack gap="xs" mt="md">
        <Button variant="default" leftSection={<IconFrame size={15} />} onClick={() => actions.group()}>
          {texts.editor.panels.selection.group}
        </Button>
        <Button variant="default" leftSection={<IconEyeOff size={15} />} onClick={() => actions.toggleSwitch('muted')}>
          {texts.editor.panels.selection.mute}
        </Button>
        <Button variant="default" leftSection={<IconCopyPlus size={15} />} onClick={() => actions.duplicate()}>
          {texts.editor.panels.selection.duplicate}
        </Button>
        <Button variant="default" leftSection={<IconCopy size={15} />} onClick={() => void actions.copyToSystem()}>
          {texts.editor.panels.selection.copy}
        </Button>
        <Button
          variant="default"
          color="red"
          leftSection={<IconTrash size={15} />}
          onClick={() => actions.removeSelection()}
        >
          {texts.ui.words.delete}
        </Button>
      </Stack>
    </div>
  )
}

/** The panel of the selected note or group: its text, its colour and its actions. */
function NotePanel({ id, note }: { id: string; note: Note }) {
  const { documents } = useSession()
  const visits = useFieldVisits()
  const change = (part: Partial<Note>) => documents.getState().run({ type: 'note', id, note: { ...note, ...part } })
  return (
    <div className={classes.panel} {...visits}>
      <Title order={2}>{texts.editor.panels.card.note}</Title>
      <Textarea
        mt="md"
        label={texts.editor.panels.card.text}
        autosize
        minRows={4}
        maxRows={16}
        maxLength={4000}
        value={note.text}
        onChange={(e) => change({ text: e.currentTarget.value })}
      />
      <Colors value={note.color} onChange={(color) => change({ color })} />
    </div>
  )
}

function GroupPanel({ id, group }: { id: string; group: Frame }) {
  const { documents } = useSession()
  const visits = useFieldVisits()
  const { actions, camera } = useControls()
  const doc = useDocument((s) => s.doc)
  const titleIn = (id: string) => {
    const node = findNode(doc.graph, id)
    return node ? titleOf(doc, node) : texts.editor.panels.card.note
  }
  const change = (part: Partial<Frame>) => documents.getState().run({ type: 'group', id, group: { ...group, ...part } })
  return (
    <div className={classes.panel} {...visits}>
      <Title order={2}>{texts.editor.panels.card.group}</Title>
      <TextInput
        mt="md"
        label={texts.editor.panels.card.title}
        maxLength={80}
        value={group.title}
        onChange={(e) => change({ title: e.currentTarget.value })}
      />
      <Colors value={group.color} onChange={(color) => change({ color })} />
      <Text size="xs" c="dimmed" mt="md">
        {texts.editor.panels.card.inside(group.members.map(titleIn).join(', '))}
      </Text>
      <Stack gap="xs" mt="md">
        <Button variant="default" onClick={() => actions.toggleCollapsed()}>
          {group.collapsed ? texts.editor.panels.card.expand : texts.editor.panels.card.collapse}
        </Button>
        <Button variant="default" onClick={() => camera.fitTo([id])}>
          {texts.editor.panels.card.zoomTo}
        </Button>
        <Button variant="default" onClick={() => actions.ungroup()}>
          {texts.editor.panels.card.ungroup}
        </Button>
      </Stack>
    </div>
  )
}

const Colors = ({ value, onChange }: { value: CardColor; onChange(color: CardColor): void }) => (
  <div className={classes.colors}>
    <Text size="xs" fw={500} id="card-color">
      {texts.editor.panels.card.color}
    </Text>
    <SegmentedControl
      fullWidth
      aria-labelledby="card-color"
      value={value}
      onChange={(color) => onChange(color as CardColor)}
      data={CARD_COLORS.map((color) => ({
        value: color,
        label: (
          <Tooltip label={texts.editor.panels.card.colors[color]}>
            <span
              className={classes.swatch}
              style={{ background: CARD_PAINT[color] }}
              role="img"
              aria-label={texts.editor.panels.card.colors[color]}
            />
          </Tooltip>
        ),
      }))}
    />
  </div>
)
