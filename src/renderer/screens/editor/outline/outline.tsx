/** The outline panel: the workflow as a tree, for keyboard and screen reader; the canvas shows the same. */
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import {
  IconArrowForwardUp,
  IconChevronDown,
  IconChevronRight,
  IconDotsVertical,
  IconFrame,
  IconNote,
  IconPlus,
  IconRoute,
} from '@tabler/icons-react'
import { type CSSProperties, type MouseEvent, useEffect, useState } from 'react'
import { findNode } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import { BlockIcon, blockColor, LEVEL_MARKS } from '../blocks/block-icons.tsx'
import { useSummary } from '../blocks/block-summary.ts'
import { figureList } from '../canvas/block-node.tsx'
import { useControls, useDocument, useIssues, useRun, useSession } from '../session/editor-context.ts'
import type { Level, Problem } from '../session/issue-store.ts'
import { setUi, useUi } from '../session/ui-store.ts'
import { focusOutline, isShown, OUTLINE_ID, PanelEdge, takeFocus, usePanelSize } from '../side-panels/side-panels.tsx'
import { Chooser } from './chooser.tsx'
import { type ItemContext, type ListName, rename } from './item-actions.ts'
import { kindOf, problemText, spokenRow, switchOf, tiesOf, titleOfItem } from './item-text.ts'
import { openedList } from './list-choices.tsx'
import classes from './outline.module.css'
import { type OutlineItem, problemsAt, type OutlineRow as Row } from './outline-tree.ts'
import { useSettingsVisit } from './settings-visit.ts'
import { idOf, useTree, useTreeKeys } from './use-tree.ts'

const words = texts.outline

export const Outline = () => (useUi((s) => isShown(s, 'outline')) ? <OutlinePanel /> : null)

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

/** One row of the outline. It subscribes to its own figures, so that a run re-renders only busy rows. */
function OutlineRow({ row, issues, active, selected, onToggle, ...handlers }: OutlineRowProps) {
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

function OutlinePanel() {
  const session = useSession()
  const controls = useControls()
  const doc = useDocument((s) => s.doc)
  const issues = useIssues((s) => s.all)
  const tree = useTree()
  const [list, setList] = useState<ListName | null>(null)
  const visit = useSettingsVisit(focusOutline)
  const width = usePanelSize('outline')
  useEffect(takeFocus, [])
  const item = tree.rows[tree.at]?.item
  const id = idOf(item)
  const empty = tree.rows.length === 0 || doc.graph.nodes.length === 0

  const context: ItemContext = {
    ...controls,
    session,
    item,
    problems: id === null ? [] : problemsAt(doc, issues, id),
    openList,
    openSettings: (field) => {
      if (id !== null && !tree.selected.has(id)) tree.go(tree.at, { focus: false })
      visit.begin(field === undefined)
      if (field !== undefined && id !== null) setUi({ focusField: { nodeId: id, field } })
    },
    goToBlock: tree.goToBlock,
  }

  function openList(which: ListName) {
    if (id !== null && !tree.selected.has(id)) tree.go(tree.at, { focus: false })
    setList(which)
  }

  const onKeyDown = useTreeKeys(tree, {
    openList,
    openSettings: () => context.openSettings(),
    rename: () => rename(context),
  })
  const opened = list === null ? null : openedList(list, context)

  function onClick(e: MouseEvent, index: number) {
    const clicked = tree.rows[index]?.item
    const which = idOf(clicked)
    if (!(e.ctrlKey || e.metaKey) || which === null) return tree.go(index, { extend: e.shiftKey })
    const { selection, select } = session.documents.getState()
    const others = selection.nodes.filter((n) => n !== which)
    select({ nodes: others.length < selection.nodes.length ? others : [...others, which], edges: [] })
    focusOutline()
  }

  return (
    <section
      className={classes.outline}
      style={{ width }}
      aria-label={words.title}
      id={OUTLINE_ID}
      data-side-panel="outline"
    >
      <PanelEdge panel="outline" />
      <header className={classes.head}>
        <h2>{words.title}</h2>
        <div className={classes.tools} role="toolbar" aria-label={words.toolbar.label}>
          <Tool label={words.toolbar.add} onClick={() => openList('add')}>
            <IconPlus size={16} />
          </Tool>
          {item?.sort === 'block' && (
            <Tool label={words.toolbar.connect} onClick={() => openList('connect')}>
              <IconRoute size={16} />
            </Tool>
          )}
          <Tool label={words.toolbar.actions} onClick={() => openList('actions')}>
            <IconDotsVertical size={16} />
          </Tool>
        </div>
      </header>
      {empty && (
        <div className={classes.empty}>
          <p>{words.empty}</p>
          <Button variant="default" data-outline-first onClick={() => setList('loose')}>
            {words.addFirst}
          </Button>
        </div>
      )}
      {tree.rows.length > 0 && (
        <div
          ref={tree.ref}
          className={classes.scroll}
          role="tree"
          aria-label={words.tree}
          aria-description={words.keys}
          aria-multiselectable
          tabIndex={-1}
          onKeyDown={onKeyDown}
          onFocus={(e) => tree.follow(e.target)}
          onMouseDown={(e) => {
            // A click that extends the selection sets the focus itself.
            if (e.shiftKey || e.ctrlKey || e.metaKey) e.preventDefault()
          }}
        >
          {tree.rows.map((row, index) => {
            const which = idOf(row.item)
            return (
              <OutlineRow
                key={row.item.key}
                row={row}
                issues={row.item.sort === 'block' ? problemsAt(doc, issues, row.item.nodeId) : []}
                active={index === tree.at}
                selected={which !== null && row.item.sort !== 'member' && tree.selected.has(which)}
                onClick={(e) => onClick(e, index)}
                onDoubleClick={() => context.openSettings()}
                onToggle={() => tree.fold(row.item.key, row.expanded === true)}
                onContextMenu={(e) => {
                  e.preventDefault()
                  tree.go(index)
                  setList('actions')
                }}
              />
            )
          })}
        </div>
      )}
      {opened && (
        <Chooser
          key={list}
          {...opened}
          onClose={() => {
            setList(null)
            focusOutline()
          }}
        />
      )}
    </section>
  )
}

const Tool = ({ label, onClick, children }: { label: string; onClick(): void; children: React.ReactNode }) => (
  <Tooltip label={label}>
    <ActionIcon aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)
