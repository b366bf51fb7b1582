/** A cell of the grid: the picture with its boxes, the status, the split and the file name. */
import { IconPhotoOff } from '@tabler/icons-react'
import { memo, useEffect, useRef, useState } from 'react'
import { classColor } from '../../../../shared/domain/class-color.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './grid.module.css'
import { SplitMark, StatusIcon } from './image-marks.tsx'
import type { GridImage } from './summary-blocks.ts'

/** The addresses of images at the host. */

/** Longest sides of thumbnails, in pixels. */
const SIZES = [256, 1024] as const
/** A picture may be enlarged by this factor before the larger size is requested. */
const ENLARGED = 1.5

export const imageUrl = (filesBase: string, id: string): string => `${filesBase}/images/${encodeURIComponent(id)}`

/**
 * A smaller picture of an image.
 * @param pixels longest side on the screen, in physical pixels
 */
export function thumbnailUrl(filesBase: string, id: string, pixels: number): string {
  const size = SIZES.find((one) => one * ENLARGED >= pixels) ?? SIZES[1]
  return `${imageUrl(filesBase, id)}?size=${size}`
}

const words = texts.data.grid
/** A picture is not requested for a cell that was in view for a shorter time, while the grid flies past. */
const SETTLED_MS = 60

interface ImageCellProps {
  /** The id of the element, for `aria-activedescendant`. */
  id: string
  index: number
  column: number
  left: number
  side: number
  /** Undefined until it is read. */
  image: GridImage | undefined
  isChosen: boolean
  isCurrent: boolean
  hasBoxes: boolean
  /** To the image that the grid compares with, at most 1. */
  similarity: number | undefined
}

export const nameOf = ({ display_name, filename }: Pick<GridImage, 'display_name' | 'filename'>): string =>
  display_name ?? filename

function labelOf(image: GridImage): string {
  const { statuses, splits } = texts.data.words
  return words.cell(
    nameOf(image),
    statuses[image.status],
    image.split === null ? null : splits[image.split],
    image.annotation_count,
  )
}

/** Numbers of a packed box: index of the class, x, y, width, height. */
const PACKED = 5

/** Draws the boxes of an image over its picture, which lies in the middle of a square. */
function BoxCanvas({ image, side }: { image: GridImage; side: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    const dots = window.devicePixelRatio || 1
    element.width = Math.round(side * dots)
    element.height = Math.round(side * dots)
    const scale = side / Math.max(image.width, image.height, 1)
    context.setTransform(dots, 0, 0, dots, 0, 0)
    context.translate((side - image.width * scale) / 2, (side - image.height * scale) / 2)
    const { boxes } = image
    for (let i = 0; i + PACKED <= boxes.length; i += PACKED) {
      const [at, x, y, w, h] = boxes.slice(i, i + PACKED) as [number, number, number, number, number]
      const { name = '', color = classColor(name) } = image.classes[at] ?? {}
      const edges = [x * scale, y * scale, w * scale, h * scale] as const
      context.lineWidth = 3
      context.strokeStyle = 'rgb(0 0 0 / 45%)'
      context.strokeRect(...edges)
      context.lineWidth = 1.5
      context.strokeStyle = color
      context.strokeRect(...edges)
    }
  }, [image, side])
  return <canvas ref={canvas} className={classes.boxes} style={{ width: side, height: side }} />
}

export const ImageCell = memo(function ImageCell(props: ImageCellProps) {
  const { id, index, column, left, side, image, isChosen, isCurrent, hasBoxes, similarity } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: cells of a virtual grid need absolute positions, which tables forbid
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and the keys, cells are its active descendants
    <div
      id={id}
      role="gridcell"
      className={classes.cell}
      style={{ left, width: side }}
      data-index={index}
      data-chosen={isChosen || undefined}
      data-current={isCurrent || undefined}
      aria-colindex={column + 1}
      aria-selected={isChosen}
      aria-label={image ? labelOf(image) : words.cellLoading}
      draggable={isChosen}
    >
      <div className={classes.picture} style={{ height: side }}>
        {image && <Picture key={image.id} id={image.id} side={side} />}
        {image && hasBoxes && image.boxes.length > 0 && <BoxCanvas image={image} side={side} />}
      </div>
      {image && (
        <div className={classes.caption}>
          <StatusIcon status={image.status} />
          <span className={classes.file} title={nameOf(image)}>
            {nameOf(image)}
          </span>
          {similarity !== undefined && (
            <span className={classes.similarity} title={words.similarity}>
              {words.percent(similarity)}
            </span>
          )}
          {image.split !== null && <SplitMark split={image.split} />}
        </div>
      )}
    </div>
  )
})

function Picture({ id, side }: { id: string; side: number }) {
  const { files_base } = useHost().info
  const url = thumbnailUrl(files_base, id, side * window.devicePixelRatio)
  const [state, setState] = useState<'waiting' | 'loading' | 'gone'>('waiting')
  const element = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => setState('loading'), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [])
  // The browser finishes the request of an element that is gone, while those in view wait.
  useEffect(() => {
    if (state !== 'loading') return
    const image = element.current
    return () => image?.removeAttribute('src')
  }, [state])
  if (state === 'waiting') return null
  if (state === 'gone') return <IconPhotoOff size={22} stroke={1.6} aria-hidden />
  return <img ref={element} src={url} alt="" decoding="async" draggable={false} onError={() => setState('gone')} />
}
