/** The figures of the previewed frame at the bottom of a block. It subscribes to this block's figures only. */
import { useStore } from 'zustand'
import { useSettings } from '../../../base/settings/settings-context.tsx'
import { texts } from '../../../texts/texts.ts'
import type { NodeFigures } from './node-figures.ts'
import classes from './preview.module.css'
import { usePreviewController } from './preview-context.tsx'
import type { PreviewController } from './preview-controller.ts'

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

export function figureWords({ found, dropped, branch, crops, events }: NodeFigures): [string, string][] {
  const words = texts.preview.figures
  const list: [string, string][] = []
  if (branch !== null) return [[words[branch], words.branch]]
  if (crops !== null) list.push([String(crops), words.crops(crops)])
  else if (found !== null) list.push([String(found), words.out])
  if (dropped > 0) list.push([String(dropped), words.dropped])
  if (events > 0) list.push([String(events), words.events(events)])
  return list
}
