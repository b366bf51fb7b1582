/** One row of the outline. It subscribes to its own figures, so that a run re-renders only busy rows. */
import { IconArrowForwardUp, IconChevronDown, IconChevronRight, IconFrame, IconNote } from '@tabler/icons-react'
import type { CSSProperties, MouseEvent } from 'react'
import { findNode } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import { BlockIcon, blockColor } from '../blocks/block-icons.tsx'
import { LEVEL_MARKS } from '../blocks/level-marks.ts'
import { useSummary } from '../blocks/use-summary.ts'
import { figureList } from '../canvas/live-figures.tsx'
import { useDocument, useRun } from '../session/editor-context.ts'
import type { Level, Problem } from '../session/issue-store.ts'
import { kindOf, problemText, spokenRow, switchOf, tiesOf, titleOfItem } from './item-text.ts'
import classes from './outline.module.css'
import type { OutlineItem } from './outline-tree.ts'
import type { OutlineRow as Row } from './rows.ts'

interface OutlineRowProps {
  row: Row
  issues: readonly Problem[]
  /** True for the row in the tab order. */
  active: boolean
  selected: boolean
  onClick(e: MouseEvent): void
  onDoubleClick(): void
  onToggle(): void
  onContextMenu(e: MouseEvent): void
}

export function OutlineRow({ row, issues, active, selected, onToggle, ...handlers }: OutlineRowProps) {
  const { item, level, position, siblings, expanded } = row
  const nodeId = item.sort === 'block' ? item.nodeId : ''
  const doc = useDocument((s) => s.doc)
  const summary = useSummary(nodeId)
  const live = useRun((s) => s.run?.nodes[nodeId])
  const kind = findNode(doc.graph, nodeId)?.type ?? ''
  const figures = live ? figureList(live, kind) : []
  return (
    <div
      role="treeitem"
      aria-label={spokenRow(doc, item, { summary, issues, figures })}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={expanded ?? undefined}
      aria-selected={selected}
      tabIndex={active ? 0 : -1}
      data-key={item.key}
      className={classes.row}
      data-sort={item.sort}
      style={{ '--level': level } as CSSProperties}
      {...handlers}
    >
      <span
        className={classes.fold}
        onClick={(e) => {
          if (expanded === null) return
          e.stopPropagation()
          onToggle()
        }}
        aria-hidden
      >
        {expanded === null ? null : expanded ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
      </span>
      <Mark item={item} kind={kind} />
      <span className={classes.words} aria-hidden>
        <span className={classes.title}>
          {titleOfItem(doc, item)}
          {item.sort === 'block' && <i>{kindOf(doc, nodeId)}</i>}
          {item.sort === 'reference' && <i>{texts.outline.referenceMark}</i>}
          {item.sort === 'block' && switchOf(doc, nodeId) && <b className={classes.off}>{switchOf(doc, nodeId)}</b>}
        </span>
        {item.sort === 'block' && (
          <span className={classes.more}>{[summary, ...tiesOf(doc, item)].filter(Boolean).join(' · ')}</span>
        )}
        {figures.length > 0 && (
          <span className={`${classes.more} figures`}>{figures.map(([name, v]) => `${v} ${name}`).join(' · ')}</span>
        )}
        {problemText(issues).map((words, i) => (
          <span key={words} className={classes.problem} data-level={issues[i]?.level}>
            {words}
          </span>
        ))}
      </span>
    </div>
  )
}

function levelMark(level: Level) {
  const Icon = LEVEL_MARKS[level]
  return <Icon size={15} className={classes.level} data-level={level} />
}

function Mark({ item, kind }: { item: OutlineItem; kind: string }) {
  const size = 15
  const shape = () => {
    switch (item.sort) {
      case 'block':
        return <BlockIcon kind={kind} size={size} />
      case 'group':
        return <IconFrame size={size} stroke={1.6} />
      case 'note':
        return <IconNote size={size} stroke={1.6} />
      case 'problem':
        return levelMark(item.issue.level)
      case 'reference':
      case 'member':
        return <IconArrowForwardUp size={size} stroke={1.6} />
      case 'heading':
        return null
    }
  }
  const drawn = shape()
  return (
    drawn && (
      <span className={classes.mark} style={{ '--block': blockColor(kind) } as CSSProperties} aria-hidden>
        {drawn}
      </span>
    )
  )
}
