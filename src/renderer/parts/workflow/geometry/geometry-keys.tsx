/** Lists the keyboard shortcuts on the frame, while drawing and otherwise. */
import { Keys } from '../../../base/commands/keys.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from './geometry-keys.module.css'

const words = texts.blocks.geometryKeys
const ARROWS = ['ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowRight']

const EDIT: [string[], string][] = [
  [['PageUp', 'PageDown'], words.choose],
  [ARROWS, words.move],
  [['Insert'], words.add],
  [['Delete'], words.remove],
]
const DRAW: [string[], string][] = [
  [ARROWS, words.cross],
  [['Space'], words.set],
  [['Enter'], words.finish],
  [['Escape'], words.stop],
]

export function GeometryKeys({ drawing }: { drawing: boolean }) {
  return (
    <section className={classes.keys} aria-label={words.title}>
      <h3>{words.title}</h3>
      <dl>
        {(drawing ? DRAW : EDIT).map(([keys, what]) => (
          <div key={what}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
