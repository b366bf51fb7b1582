/** The preview on a block of the canvas: a thumbnail with its results, and below it their figures. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useSettings } from '../../../base/settings/settings-context.tsx'
import { type ColorOfClass, useClassColor } from '../../../base/ui/class-colors.ts'
import { texts } from '../../../texts/texts.ts'
import { useDocument } from '../session/editor-context.ts'
import classes from './block-preview.module.css'
import { type ColoredGeometry, geometriesOf } from './geometry-overlay.tsx'
import { type NodeFigures, type NodeView, nodeView, viewText } from './node-view.ts'
import { usePreviewController, useScenes } from './preview-context.tsx'
import { hasMedia, type PreviewController } from './preview-controller.ts'
import type { Scenes } from './scene.ts'

/** Canvas pixels per CSS pixel of the block. */
const SHARPNESS = 1.5

/** The block's results on the previewed frame. Drawn only while it is in view. */
export function Thumbnail({ nodeId, kind }: { nodeId: string; kind: string }) {
  const controller = usePreviewController()
  const scenes = useScenes()
  const { settings } = useSettings()
  const ready = useDocument((s) => hasMedia(s.doc.graph))
  if (!controller || !scenes || !ready || !settings.preview || settings.preview_pictures === false) return null
  // The thumbnail's space is reserved, so that nothing moves when it appears or disappears.
  return (
    <div className={classes.room}>
      <InView scenes={scenes} nodeId={nodeId} kind={kind} />
    </div>
  )
}

interface DrawnProps {
  scenes: Scenes
  nodeId: string
  kind: string
}

function InView(props: DrawnProps) {
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (!box.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={box} className={classes.fill}>
      {seen && <Drawn {...props} />}
    </div>
  )
}

interface Rect {
  x: number
  y: number
  width: number
  height: number
}

interface ThumbnailImage {
  pixels: CanvasImageSource | null
  /** Width of the frame in which the boxes are measured. */
  width: number
  height: number
}

/** More crops would be too small to recognise. */
export const MAX_CUTS = 6
const GAP = 2

/** Returns the largest rectangle of this ratio, centred in the space. */
export function fitted(room: Rect, ratio: number): Rect {
  const width = Math.min(room.width, room.height * ratio)
  const height = width / ratio
  return { x: room.x + (room.width - width) / 2, y: room.y + (room.height - height) / 2, width, height }
}

/** Returns equal cells for a number of images, filled row by row. */
export function cells(count: number, room: Rect): Rect[] {
  const columns = count <= 3 ? count : Math.ceil(count / 2)
  const rows = Math.ceil(count / Math.max(1, columns))
  const width = (room.width - GAP * (columns - 1)) / columns
  const height = (room.height - GAP * (rows - 1)) / rows
  return Array.from({ length: count }, (_, i) => ({
    x: room.x + (i % columns) * (width + GAP),
    y: room.y + Math.floor(i / columns) * (height + GAP),
    width,
    height,
  }))
}

export function drawThumbnail(
  ctx: CanvasRenderingContext2D,
  room: Rect,
  image: ThumbnailImage,
  view: NodeView,
  geometries: readonly ColoredGeometry[],
  colorOf: ColorOfClass,
): void {
  ctx.clearRect(room.x, room.y, room.width, room.height)
  if (view.regions.length > 0 && image.pixels) drawCuts(ctx, room, image, view.regions)
  else drawFrame(ctx, room, image, view, geometries, colorOf)
}

function drawFrame(
  ctx: CanvasRenderingContext2D,
  room: Rect,
  image: ThumbnailImage,
  view: NodeView,
  geometries: readonly ColoredGeometry[],
  colorOf: ColorOfClass,
): void {
  const place = fitted(room, image.width / image.height)
  const unseen = view.state === 'left_out' || view.state === 'not_reached'
  ctx.globalAlpha = unseen ? 0.3 : 1
  if (image.pixels) ctx.drawImage(image.pixels, place.x, place.y, place.width, place.height)
  ctx.globalAlpha = 1
  if (unseen) return
  const scale = place.width / image.width
  const line = Math.max(1.5, room.width / 130)
  drawGeometries(ctx, place, geometries, line)
  for (const [drop, list] of [
    [true, view.dropped],
    [false, view.kept],
  ] as const) {
    ctx.setLineDash(drop ? [line * 2, line * 2] : [])
    ctx.globalAlpha = drop ? 0.6 : 1
    ctx.lineWidth = drop ? line * 0.7 : line
    for (const { box, class_name } of list) {
      const [x1, y1, x2, y2] = box
      ctx.strokeStyle = colorOf(class_name)
      ctx.strokeRect(place.x + x1 * scale, place.y + y1 * scale, (x2 - x1) * scale, (y2 - y1) * scale)
    }
  }
  ctx.globalAlpha = 1
  ctx.setLineDash([])
}

function drawCuts(
  ctx: CanvasRenderingContext2D,
  room: Rect,
  { pixels, width, height }: ThumbnailImage,
  regions: NodeView['regions'],
): void {
  const source = pixels as ImageBitmap
  // The image may have fewer pixels than the frame.
  const [fx, fy] = [source.width / width, source.height / height]
  const shown = regions.slice(0, MAX_CUTS)
  const places = cells(shown.length, room)
  for (const [i, [x1, y1, x2, y2]] of shown.entries()) {
    const cell = places[i]
    const [w, h] = [Math.max(1, x2 - x1), Math.max(1, y2 - y1)]
    if (!cell) continue
    const to = fitted(cell, w / h)
    ctx.drawImage(source, x1 * fx, y1 * fy, w * fx, h * fy, to.x, to.y, to.width, to.height)
  }
}

function drawGeometries(
  ctx: CanvasRenderingContext2D,
  place: Rect,
  geometries: readonly ColoredGeometry[],
  line: number,
) {
  ctx.lineWidth = line * 1.4
  for (const { kind, points, color } of geometries) {
    ctx.strokeStyle = color
    ctx.beginPath()
    for (const [x, y] of points) ctx.lineTo(place.x + x * place.width, place.y + y * place.height)
    if (kind === 'zone') ctx.closePath()
    ctx.stroke()
  }
}

function Drawn({ scenes, nodeId, kind }: DrawnProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const colorOf = useClassColor()
  const scene = useStore(scenes.store, (s) => s.scene)
  useEffect(() => scenes.watch(), [scenes])
  const view = useMemo(() => scene && nodeView(scene.answer, nodeId, scene.frame), [scene, nodeId])
  useEffect(() => {
    const element = canvas.current
    if (!element || !scene || !view) return
    const ctx = element.getContext('2d')
    if (!ctx) return
    element.width = Math.round(element.clientWidth * SHARPNESS)
    element.height = Math.round(element.clientHeight * SHARPNESS)
    const { width, height } = scene.answer.preview
    const room = { x: 0, y: 0, width: element.width, height: element.height }
    drawThumbnail(ctx, room, { pixels: scene.pixels, width, height }, view, geometriesOf(scene.answer, nodeId), colorOf)
  }, [scene, view, nodeId, colorOf])
  if (!scene || !view) return null
  return (
    <canvas
      ref={canvas}
      className={classes.fill}
      role="img"
      aria-label={viewText(kind, view, scene.answer.windowS)}
      data-testid="thumbnail"
      data-time={scene.answer.preview.frames[scene.frame]?.time_s.toFixed(3)}
    />
  )
}

/** The figures of the previewed frame at the bottom of a block. It subscribes to this block's figures only. */
export function PreviewFigures({ nodeId, far }: { nodeId: string; far: boolean }) {
  const controller = usePreviewController()
  const { settings } = useSettings()
  if (!controller || !settings.preview || !settings.preview_figures) return null
  return <Figures controller={controller} nodeId={nodeId} far={far} />
}

function Figures({ controller, nodeId, far }: { controller: PreviewController; nodeId: string; far: boolean }) {
  const figures = useStore(controller.figures, (s) => s[nodeId])
  const failed = useStore(controller.store, (s) => (s.problem?.nodeId === nodeId ? s.problem.message : null))
  if (failed !== null) {
    return (
      <div className={classes.figures} data-far={far || undefined} data-problem title={failed}>
        {texts.preview.figures.noPreview}
      </div>
    )
  }
  const list = figures ? figureWords(figures) : []
  if (list.length === 0) return null
  return (
    <div className={classes.figures} data-far={far || undefined} data-testid="preview-figures">
      {list.map(([value, word]) => (
        <span key={word}>
          <b>{value}</b> {word}
        </span>
      ))}
    </div>
  )
}

function figureWords({ found, dropped, branch, crops, events }: NodeFigures): [string, string][] {
  const words = texts.preview.figures
  const list: [string, string][] = []
  if (branch !== null) return [[words[branch], words.branch]]
  if (crops !== null) list.push([String(crops), words.crops(crops)])
  else if (found !== null) list.push([String(found), words.out])
  if (dropped > 0) list.push([String(dropped), words.dropped])
  if (events > 0) list.push([String(events), words.events(events)])
  return list
}
