/** Shows the differences between two graphs: one drawing of both, and beside it every change as a sentence. */
import { useMemo, useState } from 'react'
import type { Names } from '../../../base/blocks/names.ts'
import { texts } from '../../../texts/texts.ts'
import { type ChangeItem, changeItems, type Drawn, type Mark } from './change-list.ts'
import { DiffDrawing, MarkSign } from './diff-drawing.tsx'
import classes from './graph-diff.module.css'
import { blockKey, mergeGraphs } from './merged-graph.ts'

const T = texts.versions.diff
const MARKS: readonly Mark[] = ['added', 'removed', 'changed']
const NOTHING: ReadonlySet<string> = new Set()

interface GraphDiffProps {
  before: Drawn
  after: Drawn
  /** Names of models and sources, if known. */
  names?: Names
}

export function GraphDiff({ before, after, names }: GraphDiffProps) {
  const items = useMemo(() => changeItems(before, after, names), [before, after, names])
  const merged = useMemo(() => mergeGraphs(before, after), [before, after])
  const [chosen, setChosen] = useState<string | null>(null)
  const item = items.find((i) => i.id === chosen)
  const shown = useMemo(
    () =>
      item ? new Set(item.blocks.flatMap(({ side, id }) => [blockKey(side, id), blockKey('after', id)])) : NOTHING,
    [item],
  )
  return (
    <div className={classes.frame}>
      <div className={classes.diff}>
        <div className={classes.graphs}>
          <DiffDrawing graph={merged} shown={shown} label={T.drawing(summaryOf(items))} />
          <Legend />
        </div>
        <div className={classes.side}>
          {items.length === 0 ? (
            <p className={classes.none}>
              <strong>{T.none}</strong>
              <span>{T.noneHint}</span>
            </p>
          ) : (
            <ul className={classes.list} aria-label={T.list}>
              {items.map((i) => (
                <li key={i.id}>
                  <ChangeRow
                    item={i}
                    isChosen={i.id === chosen}
                    onChoose={() => setChosen(i.id === chosen ? null : i.id)}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </div>
  )
}

function ChangeRow({ item, isChosen, onChoose }: { item: ChangeItem; isChosen: boolean; onChoose(): void }) {
  const content = (
    <>
      <Sign mark={item.mark} />
      <span>{item.text}</span>
    </>
  )
  if (item.blocks.length === 0) return <div className={classes.row}>{content}</div>
  return (
    <button type="button" className={classes.row} aria-pressed={isChosen} onClick={onChoose}>
      {content}
    </button>
  )
}

const Sign = ({ mark }: { mark: Mark }) => (
  <svg className={classes.key} viewBox="-8 -8 16 16" aria-hidden="true">
    <MarkSign mark={mark} x={0} y={0} radius={7} />
  </svg>
)

const Legend = () => (
  <ul className={classes.legend} aria-label={T.legend}>
    {MARKS.map((mark) => (
      <li key={mark}>
        <Sign mark={mark} />
        {T[mark]}
      </li>
    ))}
  </ul>
)

/** “2 added, 1 changed”. */
function summaryOf(items: readonly ChangeItem[]): string {
  if (items.length === 0) return T.none
  const count = (mark: Mark) => items.filter((i) => i.mark === mark).length
  return MARKS.filter((mark) => count(mark) > 0)
    .map((mark) => T[`${mark}Count`](count(mark)))
    .join(', ')
}
