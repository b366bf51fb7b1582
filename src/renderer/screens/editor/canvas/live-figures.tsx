/** The live figures of a block in the current run: one line below it. It subscribes to this block's figures only. */
import type { NodeFigures } from '../../../../shared/domain/run.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import { LOCALE } from '../../../texts/language.ts'
import { texts } from '../../../texts/texts.ts'
import { useRun } from '../session/editor-context.ts'
import classes from './block-node.module.css'

const words = texts.editor.canvas.figures
const number = new Intl.NumberFormat(LOCALE)

export function LiveFigures({ nodeId, kind, far }: { nodeId: string; kind: string; far: boolean }) {
  const figures = useRun((s) => s.run?.nodes[nodeId])
  if (!figures) return null
  const list = figureList(figures, kind)
  // From afar only two figures fit, the first and the last: amount and speed.
  const shown = far ? list.filter((_, i) => i === 0 || i === list.length - 1) : list
  return (
    <dl className={classes.figures}>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the names and values that matter for a kind; exported for tests. */
export function figureList(f: NodeFigures, kind: string): [string, string][] {
  // Only a condition emits fewer frames than it receives; elsewhere the difference is work in progress.
  const done = kind === 'condition' ? `${number.format(f.frames_in)} → ${number.format(f.frames_out)}` : undefined
  const frames: [string, string] = [words.frames, done ?? number.format(f.frames_out || f.frames_in)]
  const list: [string, string][] = [frames]
  if (kind === 'measure') list.push([words.events, number.format(f.events)])
  else if (f.detections > 0) list.push([words.found, number.format(f.detections)])
  list.push(['ms', formatDecimal(f.ms_per_frame, f.ms_per_frame >= 10 ? 0 : 1)])
  return list
}
