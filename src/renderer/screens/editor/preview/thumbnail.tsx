/** The thumbnail on a block: its results on the previewed frame. Drawn only while it is in view. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useSettings } from '../../../base/settings/settings-context.tsx'
import { useClassColor } from '../../../base/ui/class-colors.ts'
import { useDocument } from '../session/editor-context.ts'
import { geometriesOf } from './geometry-overlay.tsx'
import { nodeView } from './node-view.ts'
import { usePreviewController, useScenes } from './preview-context.tsx'
import { hasMedia } from './preview-controller.ts'
import type { Scenes } from './scene.ts'
import classes from './thumbnail.module.css'
import { drawThumbnail } from './thumbnail-drawing.ts'
import { viewText } from './view-text.ts'

/** Canvas pixels per CSS pixel of the block. */
const SHARPNESS = 1.5

export function Thumbnail({ nodeId, kind }: { nodeId: string; kind: string }) {
  const controller = usePreviewController()
  const scenes = useScenes()
  const { settings } = useSettings()
  const ready = useDocument((s) => hasMedia(s.doc.graph))
  if (!controller || !scenes || !ready || !settings.preview || settings.preview_pictures === false) return null
  // Its space is reserved, so that nothing moves when the thumbnail appears or disappears.
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
