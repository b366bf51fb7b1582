/** Chooses the image of a data set or an export by steps, slider or name. */
import { ActionIcon, Select, Slider, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import frame from '../../../parts/studio/media-frame/frame.module.css'
import { texts } from '../../../texts/texts.ts'
import classes from './preview.module.css'
import type { SourceImage } from './source-images.ts'

interface ImageChooserProps {
  images: readonly SourceImage[]
  index: number
  onChoose(index: number): void
}

/** Limit of listed names; typing finds the rest. */
const MAX_NAMES = 50

export function ImageChooser({ images, index, onChoose }: ImageChooserProps) {
  const words = texts.preview.images
  const last = images.length - 1
  const go = (to: number) => onChoose(Math.min(last, Math.max(0, to)))
  const onKey = (e: KeyboardEvent) => {
    if (e.target instanceof HTMLInputElement || (e.key !== ',' && e.key !== '.')) return
    e.preventDefault()
    go(index + (e.key === '.' ? 1 : -1))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the controls inside
    <div onKeyDown={onKey}>
      <div className={frame.scrubber}>
        <Tooltip label={words.back}>
          <ActionIcon size={24} aria-label={words.back} disabled={index <= 0} onClick={() => go(index - 1)}>
            <IconChevronLeft size={15} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={words.on}>
          <ActionIcon size={24} aria-label={words.on} disabled={index >= last} onClick={() => go(index + 1)}>
            <IconChevronRight size={15} />
          </ActionIcon>
        </Tooltip>
        <Slider
          className={frame.line ?? ''}
          size="sm"
          min={0}
          max={Math.max(1, last)}
          step={1}
          value={Math.min(index, last)}
          label={null}
          thumbLabel={words.which}
          disabled={last < 1}
          onChange={go}
        />
        <span className={frame.clock}>{words.place(Math.min(index, last) + 1, images.length)}</span>
      </div>
      <Select
        className={classes.imageName ?? ''}
        size="xs"
        aria-label={words.name}
        data={images.map(({ id, name }) => ({ value: id, label: name }))}
        value={images[index]?.id ?? null}
        onChange={(id) => id !== null && go(images.findIndex((p) => p.id === id))}
        allowDeselect={false}
        searchable
        limit={MAX_NAMES}
        nothingFoundMessage={words.none}
      />
    </div>
  )
}
