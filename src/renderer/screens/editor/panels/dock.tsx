/** The dock below the canvas: problems or the run, or closed. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { stateOfRun } from '../../../../shared/domain/run.ts'
import { STATUS_WORDS } from '../../../base/ui/status-badge.tsx'
import { texts } from '../../../texts/texts.ts'
import { LEVEL_MARKS } from '../blocks/level-marks.ts'
import { useIssues, useRun, useUi } from '../session/editor-context.ts'
import type { Level } from '../session/issue-store.ts'
import { setUi, type UiState } from '../session/ui-store.ts'
import { PanelEdge, usePanelSize } from '../side-panels/panel-edge.tsx'
import classes from './dock.module.css'
import { ProblemsPanel } from './problems-panel.tsx'
import { RunPanel } from './run-panel.tsx'

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
