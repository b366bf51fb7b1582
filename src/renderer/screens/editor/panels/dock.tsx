/** The dock below the canvas: the list of problems or the run, or closed. */
import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconCircleCheck } from '@tabler/icons-react'
import { stateOfRun } from '../../../../shared/domain/run.ts'
import type { Issue } from '../../../../shared/graph/issue.ts'
import { STATUS_WORDS } from '../../../base/ui/status-badge.tsx'
import { type EditorDocument, findNode, titleOf } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import { LEVEL_MARKS } from '../blocks/block-icons.tsx'
import { useControls, useDocument, useIssues, useRun } from '../session/editor-context.ts'
import type { Level, Problem } from '../session/issue-store.ts'
import { setUi, type UiState, useUi } from '../session/ui-store.ts'
import { PanelEdge, usePanelSize } from '../side-panels/side-panels.tsx'
import classes from './dock.module.css'
import { FixButton } from './issue-help.tsx'
import { RunPanel } from './run-panel.tsx'

/** Limit of listed problems; the count shows the total. */
const MAX_SHOWN = 200

/** The list of all problems, updated live; a click leads to the block and the field. */
function ProblemsPanel() {
  const issues = useIssues((s) => s.all)
  if (issues.length === 0) {
    return (
      <div className={classes.calm}>
        <IconCircleCheck size={18} color="var(--sl-good)" aria-hidden />
        <Text size="sm">{texts.editor.panels.problems.none}</Text>
      </div>
    )
  }
  return (
    <ul className={classes.problems} aria-label={texts.editor.panels.problems.title}>
      {issues.slice(0, MAX_SHOWN).map((issue) => (
        <Item key={keyOf(issue)} issue={issue} />
      ))}
      {issues.length > MAX_SHOWN && (
        <li className={classes.more}>{texts.editor.panels.problems.more(issues.length - MAX_SHOWN)}</li>
      )}
    </ul>
  )
}

const keyOf = (i: Issue) => [i.code, i.node_id, i.edge_index, i.field, i.message].join('|')

function Item({ issue }: { issue: Problem }) {
  const { actions } = useControls()
  const doc = useDocument((s) => s.doc)
  const Mark = LEVEL_MARKS[issue.level]
  return (
    <li className={classes.problem}>
      <button
        type="button"
        className={classes.problemButton}
        data-level={issue.level}
        onClick={() => actions.showIssue(issue)}
      >
        <Mark size={15} aria-label={texts.editor.panels.problems.levels[issue.level]} />
        <b>{placeOf(doc, issue)}</b>
        <span>{issue.message}</span>
      </button>
      <FixButton issue={issue} />
    </li>
  )
}

function placeOf(doc: EditorDocument, issue: Issue): string {
  const node = issue.node_id === undefined ? undefined : findNode(doc.graph, issue.node_id)
  if (node) return titleOf(doc, node)
  return issue.edge_index === undefined ? texts.editor.panels.problems.workflow : texts.editor.panels.problems.wire
}

export function Dock() {
  const height = usePanelSize('dock')
  const open = useUi((s) => s.dock)
  const errors = useIssues((s) => s.errors)
  const warnings = useIssues((s) => s.warnings)
  const todos = useIssues((s) => s.todos)
  const status = useRun((s) => s.run && stateOfRun(s.run))
  const toggle = (tab: NonNullable<UiState['dock']>) => setUi({ dock: open === tab ? null : tab })
  return (
    <section
      className={classes.dock}
      style={{ height: open ? height : undefined }}
      data-open={open !== null || undefined}
      aria-label={texts.editor.panels.dock.label}
    >
      {open && <PanelEdge panel="dock" />}
      <div className={classes.tabs}>
        <button
          type="button"
          className={classes.tab}
          aria-expanded={open === 'problems'}
          aria-controls="dock-body"
          onClick={() => toggle('problems')}
        >
          {texts.editor.panels.dock.problems}
          <Count level="error" n={errors} />
          <Count level="warning" n={warnings} />
          <Count level="todo" n={todos} />
        </button>
        <button
          type="button"
          className={classes.tab}
          aria-expanded={open === 'run'}
          aria-controls="dock-body"
          onClick={() => toggle('run')}
        >
          {texts.editor.panels.dock.progress}
          {status && (
            <span className={classes.state} data-status={status}>
              {STATUS_WORDS[status]}
            </span>
          )}
        </button>
        <Tooltip label={open ? texts.editor.panels.dock.fold : texts.editor.panels.dock.open}>
          <ActionIcon
            ml="auto"
            size={24}
            aria-label={open ? texts.editor.panels.dock.foldPanel : texts.editor.panels.dock.openPanel}
            onClick={() => setUi({ dock: open ? null : 'problems' })}
          >
            {open ? <IconChevronDown size={15} /> : <IconChevronUp size={15} />}
          </ActionIcon>
        </Tooltip>
      </div>
      {open && (
        <div className={classes.body} id="dock-body">
          {open === 'problems' ? <ProblemsPanel /> : <RunPanel />}
        </div>
      )}
    </section>
  )
}

function Count({ level, n }: { level: Level; n: number }) {
  const Mark = LEVEL_MARKS[level]
  return (
    n > 0 && (
      <span className={classes.count} data-level={level}>
        <Mark size={13} aria-label={texts.editor.panels.dock.levels[level]} /> {n}
      </span>
    )
  )
}
