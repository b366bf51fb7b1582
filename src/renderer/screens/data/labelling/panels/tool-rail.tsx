/** The tools on the left of the canvas, with undo and redo. */
import { ActionIcon, Tooltip } from '@mantine/core'
import {
  type Icon,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBoxPadding,
  IconCircleDot,
  IconLayersSubtract,
  IconLayersUnion,
  IconLine,
  IconPointer,
  IconPolygon,
  IconScissors,
  IconSelectAll,
  IconWand,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { texts } from '../../../../texts/texts.ts'
import { useKeyHint } from '../commands/use-labelling-keys.ts'
import classes from '../labelling.module.css'
import { DRAWS, type ToolName } from '../tools/tool.ts'
import { useStage, useStageState } from './use-stage.ts'

const words = texts.labelling

const GROUPS: readonly (readonly (readonly [ToolName, Icon])[])[] = [
  [['select', IconPointer]],
  [
    ['box', IconSelectAll],
    ['extremes', IconBoxPadding],
    ['polygon', IconPolygon],
    ['polyline', IconLine],
    ['keypoint', IconCircleDot],
    ['object', IconWand],
  ],
  [
    ['cut', IconLayersSubtract],
    ['split', IconScissors],
    ['merge', IconLayersUnion],
  ],
]

export function ToolRail() {
  const stage = useStage()
  const active = useStageState((s) => s.tool)
  const canUndo = useStageState((s) => s.canUndo)
  const canRedo = useStageState((s) => s.canRedo)
  const hint = useKeyHint()
  const choose = (tool: ToolName) => {
    if (tool !== 'merge' || !stage.tools.mergeSelected()) stage.tools.choose(tool)
  }
  return (
    <div className={classes.rail} role="toolbar" aria-label={words.tools.title} aria-orientation="vertical">
      {GROUPS.map((group) => (
        <div key={group[0]?.[0]} className={classes.group}>
          {group.map(([tool, ToolIcon]) => (
            <RailButton
              key={tool}
              name={words.tools[tool]}
              tooltip={hint(words.tools[tool], `label-tool-${tool}`)}
              pressed={active === tool}
              disabled={
                tool !== 'select' &&
                (stage.readOnly || (DRAWS[tool] !== undefined && stage.classes.nameFor(tool) === null))
              }
              onClick={() => choose(tool)}
            >
              <ToolIcon size={18} stroke={1.6} />
            </RailButton>
          ))}
        </div>
      ))}
      <div className={classes.group}>
        <RailButton
          name={texts.ui.words.undo}
          tooltip={hint(texts.ui.words.undo, 'label-undo')}
          disabled={!canUndo || stage.readOnly}
          onClick={() => stage.undo()}
        >
          <IconArrowBackUp size={18} stroke={1.6} />
        </RailButton>
        <RailButton
          name={words.bar.redo}
          tooltip={hint(words.bar.redo, 'label-redo')}
          disabled={!canRedo || stage.readOnly}
          onClick={() => stage.redo()}
        >
          <IconArrowForwardUp size={18} stroke={1.6} />
        </RailButton>
      </div>
    </div>
  )
}

interface RailButtonProps {
  name: string
  tooltip: string
  pressed?: boolean
  disabled: boolean
  onClick(): void
  children: ReactNode
}

function RailButton({ name, tooltip, pressed, disabled, onClick, children }: RailButtonProps) {
  const stage = useStage()
  return (
    <Tooltip label={tooltip} position="right">
      <ActionIcon
        size={32}
        className={classes.tool}
        aria-label={name}
        aria-pressed={pressed}
        // Still focusable, so that its name and key can be read.
        data-disabled={disabled || undefined}
        aria-disabled={disabled || undefined}
        onClick={(e) => {
          if (disabled) return
          onClick()
          // After a click with the pointer, the next keys are for the canvas.
          if (e.detail > 0) stage.focus()
        }}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
