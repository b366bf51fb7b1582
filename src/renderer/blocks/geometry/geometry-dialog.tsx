/** Draws lines and zones on a frame of the source. Every change counts at once; closing keeps it. */
import { ActionIcon, Button, Group, Modal, Paper, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { IconArrowsExchange, IconLine, IconPolygon, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Geometry } from '../../../shared/blocks/measure.ts'
import type { FormContext } from '../form-context.ts'
import { freshName, type GeometryKind, reverse } from './draft.ts'
import { FrameBackdrop } from './frame-backdrop.tsx'
import { GeometryStage } from './geometry-stage.tsx'

interface GeometryDialogProps {
  value: readonly Geometry[]
  onChange(geometries: Geometry[]): void
  context: FormContext
  /** Only one shape of this kind; a new one replaces it. */
  only?: GeometryKind | undefined
}

export function GeometryDialogButton({ label, ...props }: GeometryDialogProps & { label: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant={props.value.length > 0 ? 'default' : 'filled'} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        size="min(1180px, 94vw)"
        title="Lines and zones"
        closeOnEscape={false}
        centered
      >
        <GeometryEditor {...props} onDone={() => setOpen(false)} />
      </Modal>
    </>
  )
}

function GeometryEditor({ value, onChange, context, only, onDone }: GeometryDialogProps & { onDone(): void }) {
  const [drawing, setDrawing] = useState<GeometryKind | null>(value.length === 0 ? (only ?? 'line') : null)
  const [selected, setSelected] = useState<number | null>(value.length > 0 ? 0 : null)
  const kinds: GeometryKind[] = only ? [only] : ['line', 'zone']

  const add = (kind: GeometryKind, points: Geometry['points']) => {
    const kept = only ? [] : [...value]
    onChange([...kept, { kind, name: freshName(kind, kept), points }])
    setSelected(kept.length)
    setDrawing(null)
  }
  const hint =
    drawing === 'line'
      ? 'Click where the line starts and where it ends. Hold Shift to go on with more points.'
      : drawing === 'zone'
        ? 'Click the corners of the zone; click the first one again, or press Enter, to close it.'
        : 'Drag a shape or its points. Double-click a side to add a point, a point to remove it.'
  return (
    <Group align="stretch" gap="md" wrap="nowrap">
      <Stack flex={1} gap="sm" miw={0}>
        <Group gap="xs">
          {kinds.map((kind) => (
            <Button
              key={kind}
              size="xs"
              variant={drawing === kind ? 'filled' : 'default'}
              leftSection={kind === 'line' ? <IconLine size={15} /> : <IconPolygon size={15} />}
              onClick={() => setDrawing(drawing === kind ? null : kind)}
            >
              {kind === 'line' ? 'Draw a line' : 'Draw a zone'}
            </Button>
          ))}
          <Text size="xs" c="dimmed" flex={1}>
            {hint}
          </Text>
        </Group>
        <FrameBackdrop source={context.source}>
          {(aspect) => (
            <GeometryStage
              aspect={aspect}
              geometries={value}
              selected={selected}
              onSelect={setSelected}
              onChange={onChange}
              drawing={drawing}
              onDrawn={add}
              onCancelDrawing={() => setDrawing(null)}
            />
          )}
        </FrameBackdrop>
      </Stack>
      <Stack w={250} gap="xs" justify="space-between">
        <Stack gap="xs">
          {value.length === 0 && (
            <Text size="sm" c="dimmed">
              Nothing drawn yet.
            </Text>
          )}
          {value.map((geometry, i) => (
            <Paper
              // Names change while they are typed, so the place is the identity here.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={i}
              withBorder
              p={8}
              style={selected === i ? { borderColor: 'var(--mantine-primary-color-filled)' } : undefined}
              onFocusCapture={() => setSelected(i)}
            >
              <Group gap={4} wrap="nowrap">
                {geometry.kind === 'line' ? (
                  <IconLine size={15} aria-label="Line" />
                ) : (
                  <IconPolygon size={15} aria-label="Zone" />
                )}
                <TextInput
                  size="xs"
                  flex={1}
                  variant="unstyled"
                  aria-label={`Name of ${geometry.kind} ${i + 1}`}
                  value={geometry.name}
                  maxLength={60}
                  onChange={(e) => {
                    const name = e.currentTarget.value
                    onChange(value.map((g, n) => (n === i ? { ...g, name } : g)))
                  }}
                />
                {geometry.kind === 'line' && (
                  <Tooltip label="Swap A and B">
                    <ActionIcon
                      size="sm"
                      variant="subtle"
                      color="gray"
                      aria-label={`Swap A and B of ${geometry.name}`}
                      onClick={() => onChange(reverse(value, i))}
                    >
                      <IconArrowsExchange size={14} />
                    </ActionIcon>
                  </Tooltip>
                )}
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove ${geometry.name}`}
                  onClick={() => {
                    onChange(value.filter((_, n) => n !== i))
                    setSelected(null)
                  }}
                >
                  <IconTrash size={14} />
                </ActionIcon>
              </Group>
            </Paper>
          ))}
        </Stack>
        <Button onClick={onDone} size="sm">
          Done
        </Button>
      </Stack>
    </Group>
  )
}
