/** Lists the lines and zones of a measure block, the classes of each, and a button that opens the drawing dialog. */
import { Box, Group, Stack, Text } from '@mantine/core'
import type { Geometry } from '../../../../../shared/blocks/measure.ts'
import type { ControlProps, FieldSchema } from '../../../../base/blocks/form-context.ts'
import { GeometryDialogButton } from '../../../../parts/workflow/geometry/geometry-dialog.tsx'
import { ShapeMark } from '../../../../parts/workflow/geometry/shape-view.tsx'
import { texts } from '../../../../texts/texts.ts'
import { ClassesControl } from './classes-control.tsx'

export function GeometriesControl({ id, schema, value, onChange, context }: ControlProps) {
  const words = texts.blocks.geometriesControl
  const geometries = Array.isArray(value) ? (value as Geometry[]) : []
  const measureOnly = (at: number, names: unknown) =>
    onChange(geometries.map((g, i) => (i === at ? withClasses(g, names) : g)))
  return (
    <Stack gap={6} id={id}>
      {geometries.map((g, i) => (
        <Box key={g.name}>
          <Group gap={8} wrap="nowrap" mb={4}>
            <ShapeMark kind={g.kind} index={(context.geometriesBefore ?? 0) + i} />
            <Text size="sm" truncate>
              {g.name}
            </Text>
            <Text size="xs" c="dimmed">
              {g.kind === 'line' ? words.counts : words.occupancy}
            </Text>
          </Group>
          <ClassesControl
            id={`${id}-classes-${i}`}
            schema={schema.items?.properties?.classes ?? NO_SCHEMA}
            label={words.classesOf(g.name)}
            value={g.classes}
            onChange={(names) => measureOnly(i, names)}
            error={null}
            context={context}
          />
        </Box>
      ))}
      <GeometryDialogButton
        label={geometries.length > 0 ? words.edit : words.draw}
        value={geometries}
        onChange={(next) => onChange(next.length > 0 ? next : undefined)}
        context={context}
      />
    </Stack>
  )
}

const NO_SCHEMA: FieldSchema = {}

/** Sets the classes of a geometry; without names it measures every class. */
function withClasses({ classes: _, ...geometry }: Geometry, names: unknown): Geometry {
  return Array.isArray(names) && names.length > 0 ? { ...geometry, classes: names } : geometry
}
