/** Shows the differences between two graphs: one drawing of both, and beside it every change as a sentence. */

import { useEffect, useMemo, useRef, useState } from 'react'
import { isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import { cutBefore } from '../../../../shared/domain/cut-text.ts'
import type { Names } from '../../../base/blocks/names.ts'
import { BLOCK_COLORS } from '../../../base/ui/tokens.ts'
import { texts } from '../../../texts/texts.ts'
import { type ChangeItem, changeItems, type Drawn, type Mark } from './change-list.ts'
import classes from './graph-diff.module.css'
import { blockKey, type MergedBlock, type MergedGraph, type MergedWire, mergeGraphs } from './merged-graph.ts'

const T = texts.versions.diff
const MARKS: readonly Mark[] = ['added', 'removed', 'changed']
const NOTHING: ReadonlySet<string> = new Set()

/** Names are illegible below this scale, so the drawing scrolls instead. */
const MIN_SCALE = 0.45
const MAX_TITLE = 18

interface DiffDrawingProps {
  graph: MergedGraph
  /** Keys of the blocks to highlight. */
  shown: ReadonlySet<string>
  label: string
}

/** Draws two graphs as one: a plus marks added blocks, a dashed outline with a minus removed, a dot changed ones. */
function DiffDrawing({ graph, shown, label }: DiffDrawingProps) {
  const { blocks, wires, width, height } = graph
  const box = useRef<HTMLElement>(null)

  useEffect(() => {
    if (shown.size === 0) return
    box.current?.querySelector('[data-shown]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [shown])

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section ref={box} className={classes.drawing} tabIndex={0} aria-label={label}>
      <svg
        className={classes.sheet}
        viewBox={`0 0 ${width} ${height}`}
        style={{ minWidth: width * MIN_SCALE, minHeight: height * MIN_SCALE, maxWidth: width, maxHeight: height }}
        aria-hidden="true"
      >
        {wires.map((wire) => (
          <Wire key={wire.key} wire={wire} />
        ))}
        {blocks.map((block) => (
          <Block key={block.key} block={block} isShown={shown.has(block.key)} />
        ))}
      </svg>
    </section>
  )
}

function Wire({ wire: { from, to, mark } }: { wire: MergedWire }) {
  const a = { x: from.x + from.width, y: from.y + from.height / 2 }
  const b = { x: to.x, y: to.y + to.height / 2 }
  const bend = Math.max(30, Math.abs(b.x - a.x) / 2)
  return (
    <g className={classes.wire} data-mark={mark ?? 'same'}>
      <path d={`M${a.x} ${a.y}C${a.x + bend} ${a.y} ${b.x - bend} ${b.y} ${b.x} ${b.y}`} fill="none" />
      {mark && <MarkSign mark={mark} x={(a.x + b.x) / 2} y={(a.y + b.y) / 2} radius={8} />}
    </g>
  )
}

function Block({ block, isShown }: { block: MergedBlock; isShown: boolean }) {
  const { x, y, width, height, kind, title, subtitle, mark } = block
  const said = block.switch === 'muted' ? T.muted : block.switch === 'bypassed' ? T.bypassed : ''
  const below = [subtitle, said].filter((t) => t !== '').join(' · ')
  return (
    <g
      className={classes.block}
      data-mark={mark ?? 'same'}
      data-shown={isShown || undefined}
      transform={`translate(${x} ${y})`}
    >
      {isShown && <rect className={classes.halo} x={-6} y={-6} width={width + 12} height={height + 12} rx={12} />}
      <rect className={classes.face} width={width} height={height} rx={8} />
      <rect
        x={9}
        y={11}
        width={5}
        height={height - 22}
        rx={2.5}
        fill={isBlockKind(kind) ? BLOCK_COLORS[kind] : 'var(--sl-faint)'}
      />
      <text className={classes.title} x={26} y={below ? height / 2 - 4 : height / 2 + 7}>
        {title.length > MAX_TITLE ? cutBefore(title, '…', MAX_TITLE) : title}
      </text>
      {below && (
        <text className={classes.subtitle} x={26} y={height / 2 + 19}>
          {below}
        </text>
      )}
      {mark && <MarkSign mark={mark} x={width - 4} y={2} radius={11} />}
    </g>
  )
}

/** A plus, minus or dot on a disc; the list and the legend use the same sign. */
function MarkSign({ mark, x, y, radius }: { mark: Mark; x: number; y: number; radius: number }) {
  const arm = radius * 0.5
  return (
    <g className={classes.sign} data-mark={mark} transform={`translate(${x} ${y})`}>
      <circle r={radius} />
      {mark === 'changed' ? (
        <circle className={classes.dot} r={radius * 0.36} />
      ) : (
        <path d={mark === 'added' ? `M${-arm} 0H${arm}M0 ${-arm}V${arm}` : `M${-arm} 0H${arm}`} />
      )}
    </g>
  )
}

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
