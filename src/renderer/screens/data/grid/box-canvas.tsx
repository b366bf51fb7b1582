/** Draws the boxes of an image over its picture, which lies in the middle of a square. */
import { useEffect, useRef } from 'react'
import { classColor } from '../../../../shared/domain/class-color.ts'
import classes from './grid.module.css'
import type { GridImage } from './summary-blocks.ts'

/** Numbers of a packed box: index of the class, x, y, width, height. */
const PACKED = 5

export function BoxCanvas({ image, side }: { image: GridImage; side: number }) {
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
