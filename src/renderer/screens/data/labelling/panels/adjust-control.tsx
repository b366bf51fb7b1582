/** Brightness and contrast of the image on the screen; the image itself is unchanged. */
import { ActionIcon, Button, Popover, Slider, Tooltip } from '@mantine/core'
import { IconContrast } from '@tabler/icons-react'
import { texts } from '../../../../texts/texts.ts'
import { useKeyHint } from '../commands/use-labelling-keys.ts'
import classes from '../labelling.module.css'
import { useStage, useStageState } from './use-stage.ts'

const words = texts.labelling.bar

export function AdjustControl({ opened, onChange }: { opened: boolean; onChange(open: boolean): void }) {
  const stage = useStage()
  const brightness = useStageState((s) => s.brightness)
  const contrast = useStageState((s) => s.contrast)
  const hint = useKeyHint()
  const changed = brightness !== 1 || contrast !== 1
  return (
    <Popover opened={opened} onChange={onChange} position="top-end" trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={hint(words.adjust, 'label-brightness')}>
          <ActionIcon
            className={classes.toggle}
            aria-label={words.adjust}
            data-on={changed || undefined}
            onClick={() => onChange(!opened)}
          >
            <IconContrast size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.adjust}>
        <div className={classes.adjust}>
          <Row label={words.brightness} value={brightness} onChange={(value) => stage.adjust(value, contrast)} />
          <Row label={words.contrast} value={contrast} onChange={(value) => stage.adjust(brightness, value)} />
          <Button variant="default" size="compact-xs" disabled={!changed} onClick={() => stage.adjust(1, 1)}>
            {words.reset}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function Row({ label, value, onChange }: { label: string; value: number; onChange(value: number): void }) {
  return (
    <div className={classes.adjustRow}>
      <span>{label}</span>
      <Slider
        size="sm"
        flex={1}
        min={0.25}
        max={3}
        step={0.05}
        value={value}
        label={null}
        thumbLabel={label}
        onChange={onChange}
      />
      <output>{`${Math.round(value * 100)} %`}</output>
    </div>
  )
}
