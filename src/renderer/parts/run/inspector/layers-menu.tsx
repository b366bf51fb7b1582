/** The menu of overlay layers and classes; changes apply at once, without a new run. */
import { ActionIcon, Checkbox, Popover, SegmentedControl, Tooltip } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import { texts } from '../../../texts/texts.ts'
import { LAYER_TITLES, LAYERS, type Layer, type RunScene } from '../overlay/run-scene.ts'
import type { MediaKind } from '../player/overlay-media.ts'
import type { Frames } from '../records/use-records.ts'
import classes from './inspector.module.css'
import { type Inspector, useInspected } from './inspector-store.ts'

interface LayersMenuProps {
  inspector: Inspector
  classNames: readonly string[]
  /** Layers for which the run has data. */
  layers: readonly Layer[]
  medium: MediaKind
  /** Label of the source. */
  source?: string
  /** Null when there is only one video. */
  onMedium: ((medium: MediaKind) => void) | null
}

export function LayersMenu(props: LayersMenuProps) {
  const { inspector, classNames, layers, medium, source, onMedium } = props
  const [opened, setOpened] = useState(false)
  return (
    <Popover position="top-end" withArrow={false} trapFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Tooltip label={texts.runs.inspector.menu.layersButton} disabled={opened}>
          <ActionIcon aria-label={texts.runs.inspector.menu.layersButton} onClick={() => setOpened(!opened)}>
            <IconStack2 size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={12}>
        <div className={classes.layers}>
          {onMedium && (
            <SegmentedControl
              aria-label={texts.runs.inspector.menu.background}
              fullWidth
              value={medium}
              data={[
                { value: 'source', label: source ?? texts.runs.inspector.player.sourceVideo },
                { value: 'annotated', label: texts.runs.inspector.menu.asDrawn },
              ]}
              onChange={(value) => onMedium(value as MediaKind)}
            />
          )}
          <Layers inspector={inspector} offered={layers} disabled={medium === 'annotated'} />
          {classNames.length > 0 && (
            <>
              <hr />
              <Classes inspector={inspector} classNames={classNames} disabled={medium === 'annotated'} />
            </>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

interface LayersProps {
  inspector: Inspector
  offered: readonly Layer[]
  disabled: boolean
}

function Layers({ inspector, offered, disabled }: LayersProps) {
  const layers = useInspected(inspector, (s) => s.layers)
  return (
    <fieldset disabled={disabled}>
      <legend>{texts.runs.inspector.menu.layers}</legend>
      {offered.map((layer) => (
        <Checkbox
          key={layer}
          size="xs"
          label={LAYER_TITLES[layer]}
          checked={layers[layer]}
          onChange={() => inspector.toggleLayer(layer)}
        />
      ))}
    </fieldset>
  )
}

interface ClassesProps {
  inspector: Inspector
  classNames: readonly string[]
  disabled: boolean
}

function Classes({ inspector, classNames, disabled }: ClassesProps) {
  const hidden = useInspected(inspector, (s) => s.hiddenClasses)
  const sorted = [...classNames].sort((a, b) => a.localeCompare(b))
  const allShown = sorted.every((name) => !hidden.has(name))
  return (
    <fieldset disabled={disabled}>
      <legend>
        {texts.runs.events.panel.classes}
        <button
          type="button"
          className={classes.all}
          disabled={disabled}
          onClick={() => inspector.showClasses(allShown ? sorted : [])}
        >
          {allShown ? texts.runs.inspector.menu.hideAll : texts.runs.inspector.menu.showAll}
        </button>
      </legend>
      {sorted.map((name) => (
        <Checkbox
          key={name}
          size="xs"
          label={<ClassDot name={name} />}
          checked={!hidden.has(name)}
          onChange={() => inspector.toggleClass(name)}
        />
      ))}
    </fieldset>
  )
}

/** Returns the layers for which the run has data. */
export function layersOf({ index }: Frames, { geometries }: RunScene): Layer[] {
  const found = index.frameCount > 0
  const has: Record<Layer, boolean> = {
    boxes: found,
    labels: found,
    confidence: found,
    trails: index.sightings.size > 0,
    masks: index.hasMasks,
    keypoints: index.hasKeypoints,
    geometries: geometries.length > 0,
  }
  return LAYERS.filter((layer) => has[layer])
}
