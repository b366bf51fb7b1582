/** The list of shapes beside the drawing: names, counts in the preview window, and actions. */
import { ActionIcon, Menu, TextInput, Tooltip } from '@mantine/core'
import { IconArrowsExchange, IconCopy, IconTrash } from '@tabler/icons-react'
import type { Geometry } from '../../../../shared/blocks/measure.ts'
import type { RunCounts } from '../../../../shared/domain/event.ts'
import type { FormContext } from '../../../base/blocks/form-context.ts'
import { texts } from '../../../texts/texts.ts'
import { reverse } from './draft.ts'
import classes from './geometry.module.css'
import type { Chosen } from './geometry-stage.tsx'
import { ShapeMark } from './shape-view.tsx'

interface GeometryListProps {
  value: readonly Geometry[]
  onChange(geometries: Geometry[], merge?: string): void
  chosen: Chosen | null
  onChoose(chosen: Chosen | null): void
  context: FormContext
  counts: RunCounts | null
}

export function GeometryList({ value, onChange, chosen, onChoose, context, counts }: GeometryListProps) {
  const rename = (i: number, name: string) =>
    onChange(
      value.map((g, n) => (n === i ? { ...g, name } : g)),
      `name ${i}`,
    )
  return (
    <ul className={classes.list}>
      {value.map((geometry, i) => (
        <li
          // Names change while typing, so the index is the key.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={i}
          className={classes.shape}
          data-chosen={chosen?.shape === i || undefined}
          onFocusCapture={() => chosen?.shape !== i && onChoose({ shape: i, point: null })}
        >
          <div className={classes.shapeRow}>
            <ShapeMark kind={geometry.kind} index={(context.geometriesBefore ?? 0) + i} />
            <TextInput
              size="xs"
              flex={1}
              variant="unstyled"
              aria-label={texts.blocks.geometryList.nameOf[geometry.kind](i + 1)}
              value={geometry.name}
              maxLength={60}
              onChange={(e) => rename(i, e.currentTarget.value)}
            />
            {geometry.kind === 'line' && (
              <Tooltip label={texts.blocks.geometryList.swap}>
                <ActionIcon
                  size={24}
                  variant="subtle"
                  color="gray"
                  aria-label={texts.blocks.geometryList.swapOf(geometry.name)}
                  onClick={() => onChange(reverse(value, i))}
                >
                  <IconArrowsExchange size={14} />
                </ActionIcon>
              </Tooltip>
            )}
            <CopyMenu geometry={geometry} context={context} />
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={texts.blocks.geometryList.remove(geometry.name)}
              onClick={() => {
                onChange(value.filter((_, n) => n !== i))
                onChoose(null)
              }}
            >
              <IconTrash size={14} />
            </ActionIcon>
          </div>
          {counts && <Facts geometry={geometry} nodeId={context.nodeId} counts={counts} />}
        </li>
      ))}
    </ul>
  )
}

function CopyMenu({ geometry, context }: { geometry: Geometry; context: FormContext }) {
  const { copyTargets = [], copyGeometry } = context
  if (copyTargets.length === 0 || !copyGeometry) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} variant="subtle" color="gray" aria-label={texts.blocks.geometryList.copy(geometry.name)}>
          <IconCopy size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.blocks.geometryList.copyTo}</Menu.Label>
        {copyTargets.map(({ nodeId, title }) => (
          <Menu.Item key={nodeId} onClick={() => copyGeometry(nodeId, geometry)}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Facts({ geometry, nodeId, counts }: { geometry: Geometry; nodeId: string; counts: RunCounts }) {
  const isThis = (c: { node_id: string; name: string }) => c.node_id === nodeId && c.name === geometry.name
  const line = counts.lines.find(isThis)
  const zone = counts.zones.find(isThis)
  return (
    <div className={classes.shapeFacts} data-testid="live-count">
      {line && (
        <>
          <span>
            A → B <b>{line.a_to_b}</b>
          </span>
          <span>
            B → A <b>{line.b_to_a}</b>
          </span>
        </>
      )}
      {zone && (
        <>
          <span>
            {texts.blocks.geometryList.visits} <b>{zone.visits}</b>
          </span>
          <span>
            {texts.blocks.geometryList.mostInside} <b>{zone.peak_occupancy}</b>
          </span>
        </>
      )}
    </div>
  )
}
