/** Chooses the frame of a video on a time line; buttons, arrow keys, comma and full stop step by one frame. */
import { ActionIcon, Slider, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { formatTimecode } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './frame.module.css'

interface FrameScrubberProps {
  /** Media time, seconds. */
  value: number
  onChange(timeS: number): void
  duration: number
  fps: number
  children?: ReactNode
}

export function FrameScrubber({ value, onChange, duration, fps, children }: FrameScrubberProps) {
  const lastFrame = Math.max(0, Math.ceil(duration * fps) - 1)
  const go = (frame: number) => onChange(Math.min(lastFrame, Math.max(0, frame)) / fps)
  const here = Math.round(value * fps)
  const onKey = (e: KeyboardEvent) => {
    if (e.key !== ',' && e.key !== '.') return
    e.preventDefault()
    go(here + (e.key === '.' ? 1 : -1))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the controls inside
    <div className={classes.scrubber} onKeyDown={onKey}>
      <Tooltip label={texts.blocks.frameScrubber.backKey}>
        <ActionIcon
          size={24}
          aria-label={texts.blocks.frameScrubber.back}
          disabled={here <= 0}
          onClick={() => go(here - 1)}
        >
          <IconChevronLeft size={15} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={texts.blocks.frameScrubber.onKey}>
        <ActionIcon
          size={24}
          aria-label={texts.blocks.frameScrubber.on}
          disabled={here >= lastFrame}
          onClick={() => go(here + 1)}
        >
          <IconChevronRight size={15} />
        </ActionIcon>
      </Tooltip>
      <Slider
        className={classes.line}
        size="sm"
        min={0}
        max={lastFrame}
        step={1}
        value={here}
        label={null}
        thumbLabel={texts.blocks.frameScrubber.time}
        onChange={go}
      />
      <span className={classes.clock}>{formatTimecode(value)}</span>
      {children}
    </div>
  )
}
