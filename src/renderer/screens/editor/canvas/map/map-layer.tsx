/**
 * Draws blocks and wires on one canvas, in two cases. From afar, where ports are indistinguishable, it is a map, and
 * React Flow's unpainted nodes stay in place for pointer, keyboard and screen reader; with many blocks, it is shown
 * while zooming.
 */
import { useComputedColorScheme } from '@mantine/core'
import { type NodeProps, Position, useStoreApi } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import { blockSize, leftOut, titleById } from '../../../../parts/workflow/document/document.ts'
import { type BlockItem, placedPorts } from '../../canvas-state/canvas-store.ts'
import { useDocument, useSession } from '../../session/editor-context.ts'
import classes from './map.module.css'
import { type MapBox, mapShapes, type PaintMap } from './map-view.ts'
import { isZooming } from './view-move.ts'

/** With `onlyZooming` nothing is drawn at rest and the canvas is hidden. */
export function MapLayer({ paint, onlyZooming = false }: { paint: PaintMap; onlyZooming?: boolean }) {
  const { documents, canvas, issues, runs } = useSession()
  const flow = useStoreApi()
  const scheme = useComputedColorScheme('dark')
  const element = useRef<HTMLCanvasElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colour scheme changes the computed style
  useEffect(() => {
    const mapCanvas = element.current
    const context = mapCanvas?.getContext('2d')
    if (!mapCanvas || !context) return
    const style = getComputedStyle(mapCanvas)
    const { fontFamily: font } = style
    const colors = new Map<string, string>()
    const color = (name: string) => {
      const value = colors.get(name) ?? style.getPropertyValue(`--sl-${name}`).trim()
      colors.set(name, value)
      return value
    }
    let shapes: { of: readonly unknown[]; made: ReturnType<typeof mapShapes> } | null = null
    let frame = 0
    const isShown = () => !onlyZooming || isZooming()

    function draw() {
      frame = 0
      if (!mapCanvas || !context || !isShown()) return
      const { width, height, transform } = flow.getState()
      const { nodes, edges } = canvas.getState()
      const { byNode, byEdge } = issues.getState()
      const { doc } = documents.getState()
      const of = [nodes, edges, byEdge]
      if (!shapes?.of.every((part, i) => part === of[i])) shapes = { of, made: mapShapes(nodes, edges, byEdge) }
      const ratio = window.devicePixelRatio || 1
      const [wide, tall] = [Math.round(width * ratio), Math.round(height * ratio)]
      if (mapCanvas.width !== wide || mapCanvas.height !== tall) Object.assign(mapCanvas, { width: wide, height: tall })
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      const marks = {
        failed: runs.store.getState().run?.error?.node_id ?? null,
        idle: leftOut(doc),
        levelOf: (id: string) => byNode.get(id)?.[0]?.level,
        titleOf: ({ id, kind }: MapBox) => titleById(doc, id, kind),
      }
      context.clearRect(0, 0, width, height)
      paint(context, shapes.made, marks, { width, height, transform, color, font })
    }
    const later = () => {
      if (isShown()) frame ||= requestAnimationFrame(draw)
    }
    draw()
    const follow = flow.subscribe((now, before) => {
      if (now.transform !== before.transform || now.width !== before.width || now.height !== before.height) later()
    })
    const stops = [follow, canvas.subscribe(later), issues.subscribe(later), runs.store.subscribe(later)]
    stops.push(documents.subscribe(later))
    return () => {
      cancelAnimationFrame(frame)
      for (const stop of stops) stop()
    }
  }, [flow, canvas, issues, runs, documents, scheme, paint, onlyZooming])

  return <canvas ref={element} className={classes.map} data-passing={onlyZooming || undefined} aria-hidden />
}

/** A block under the map's canvas: invisible, but it takes the pointer, drags and the keyboard focus. */
export function MapBlock({ id, data: { kind }, width, height }: NodeProps<BlockItem>) {
  const title = useDocument((s) => titleById(s.doc, id, kind))
  // The same size as before, so that nothing moves on zooming in.
  const size = width && height ? { width, height } : blockSize(kind)
  return (
    <div className={classes.block} style={size} title={title}>
      {placedPorts(kind).map(({ spec: { side, port }, top }) => (
        // An invisible anchor where wires will end, measured by React Flow.
        <i
          key={`${side}-${port.id}`}
          className={`${classes.anchor} ${side}`}
          data-side={side}
          data-handleid={port.id}
          data-handlepos={side === 'source' ? Position.Right : Position.Left}
          style={{ top }}
        />
      ))}
    </div>
  )
}
