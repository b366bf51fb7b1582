/** The outline panel: the workflow as a tree, for keyboard and screen reader; the canvas shows the same. */
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconDotsVertical, IconPlus, IconRoute } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useState } from 'react'
import { texts } from '../../../texts/texts.ts'
import { useControls } from '../session/actions-context.ts'
import { useDocument, useIssues, useSession, useUi } from '../session/editor-context.ts'
import { setUi } from '../session/ui-store.ts'
import { focusOutline, OUTLINE_ID, takeFocus } from '../side-panels/open-outline.ts'
import { PanelEdge, usePanelSize } from '../side-panels/panel-edge.tsx'
import { isShown } from '../side-panels/panel-fold.ts'
import { Chooser } from './chooser.tsx'
import { type ItemContext, type ListName, rename } from './item-actions.ts'
import { openedList } from './list-choices.tsx'
import { problemsAt } from './node-problems.ts'
import classes from './outline.module.css'
import { OutlineRow } from './outline-row.tsx'
import { useSettingsVisit } from './settings-visit.ts'
import { idOf, useTree } from './use-tree.ts'
import { useTreeKeys } from './use-tree-keys.ts'

const words = texts.outline

export const Outline = () => (useUi((s) => isShown(s, 'outline')) ? <OutlinePanel /> : null)

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
