/** Lists the lines and zones of a measure block, with a button that opens the drawing dialog. */
import { Group, Stack, Text } from '@mantine/core'
import type { Geometry } from '../../../shared/blocks/measure.ts'
import { texts } from '../../messages/texts.ts'
import type { ControlProps } from '../form-context.ts'
import { GeometryDialogButton } from './geometry-dialog.tsx'
import { ShapeMark } from './shape-mark.tsx'

export function GeometriesControl({ id, value, onChange, context }: ControlProps) {
  const geometries = Array.isArray(value) ? (value as Geometry[]) : []
  return (
    <Stack gap={6} id={id}>
      {geometries.map((g, i) => (
        <Group key={g.name} gap={8} wrap="nowrap">
          <ShapeMark kind={g.kind} index={(context.geometriesBefore ?? 0) + i} />
          <Text size="sm" truncate>
            {g.name}
          </Text>
          <Text size="xs" c="dimmed">
            {g.kind === 'line' ? texts.blocks.geometriesControl.counts : texts.blocks.geometriesControl.occupancy}
          </Text>
        </Group>
      ))}
      <GeometryDialogButton
        label={geometries.length > 0 ? texts.blocks.geometriesControl.edit : texts.blocks.geometriesControl.draw}
        value={geometries}
        onChange={(next) => onChange(next.length > 0 ? next : undefined)}
        context={context}
      />
    </Stack>
  )
}
