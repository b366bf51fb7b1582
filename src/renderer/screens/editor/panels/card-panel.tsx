/** The panel of the selected note or group: its text, its colour and its actions. */
import { Button, SegmentedControl, Stack, Text, Textarea, TextInput, Title, Tooltip } from '@mantine/core'
import { CARD_COLORS, type CardColor, type Frame, type Note } from '../../../../shared/graph/graph.ts'
import { findNode, titleOf } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import { CARD_PAINT } from '../canvas/card-colors.ts'
import { useControls } from '../session/actions-context.ts'
import { useDocument, useSession } from '../session/editor-context.ts'
import classes from './panels.module.css'
import { useFieldVisits } from './use-field-visits.ts'

export function NotePanel({ id, note }: { id: string; note: Note }) {
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

export function GroupPanel({ id, group }: { id: string; group: Frame }) {
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
