/** The bar above the canvas. */
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconCommand,
  IconDots,
  IconFileDownload,
  IconFolderOpen,
  IconLayoutSidebar,
  IconMovie,
  IconSitemap,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { openPalette } from '../../shell/palette-items.ts'
import { navigate } from '../../shell/route.ts'
import { useKeyHint } from '../commands/use-key-hint.ts'
import { useControls } from '../session/actions-context.ts'
import { useDocument, useSession, useUi } from '../session/editor-context.ts'
import { setUi } from '../session/ui-store.ts'
import { RunButton } from './run-button.tsx'
import { SaveStatus } from './save-status.tsx'
import classes from './toolbar.module.css'
import { WorkflowName } from './workflow-name.tsx'

export function Toolbar() {
  const { actions, files } = useControls()
  const palette = useUi((s) => s.palette)
  const hint = useKeyHint()
  return (
    <header className={classes.bar}>
      <Tool label="Back to workflows" onClick={() => navigate({ screen: 'home' })}>
        <IconArrowLeft size={18} />
      </Tool>
      <WorkflowName />
      <SaveStatus />
      <div className={classes.right}>
        <Tool
          label={hint(palette ? 'Hide the blocks' : 'Show the blocks', 'blocks')}
          name={palette ? 'Hide the blocks' : 'Show the blocks'}
          pressed={palette}
          onClick={() => setUi({ palette: !palette })}
        >
          <IconLayoutSidebar size={17} />
        </Tool>
        <UndoRedo />
        <Tool label={hint('All commands', 'palette')} onClick={() => openPalette()}>
          <IconCommand size={17} />
        </Tool>
        <Tool label={hint('Arrange the blocks', 'arrange')} onClick={() => void actions.arrange()}>
          <IconSitemap size={17} style={{ transform: 'rotate(-90deg)' }} />
        </Tool>
        <Menu position="bottom-end" width={230}>
          <Menu.Target>
            <ActionIcon aria-label="Workflow file">
              <IconDots size={17} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconFolderOpen size={15} />} onClick={() => void files.openWorkflow()}>
              Open workflow file…
            </Menu.Item>
            <Menu.Item leftSection={<IconFileDownload size={15} />} onClick={() => void files.saveWorkflow()}>
              Save as file…
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <span className={classes.gap} />
        <Button variant="default" leftSection={<IconMovie size={15} />} onClick={() => void files.chooseSource()}>
          Choose video
        </Button>
        <RunButton />
      </div>
    </header>
  )
}

function UndoRedo() {
  const { documents } = useSession()
  const undo = useDocument((s) => s.past.at(-1)?.label)
  const redo = useDocument((s) => s.future.at(-1)?.label)
  const hint = useKeyHint()
  return (
    <>
      <Tool
        label={undo ? hint(`Undo: ${undo}`, 'undo') : 'Nothing to undo'}
        name="Undo"
        disabled={undo === undefined}
        onClick={() => documents.getState().undo()}
      >
        <IconArrowBackUp size={18} />
      </Tool>
      <Tool
        label={redo ? hint(`Redo: ${redo}`, 'redo') : 'Nothing to redo'}
        name="Redo"
        disabled={redo === undefined}
        onClick={() => documents.getState().redo()}
      >
        <IconArrowForwardUp size={18} />
      </Tool>
    </>
  )
}

interface ToolProps {
  label: string
  /** Its name for screen readers, where the label says more. */
  name?: string
  disabled?: boolean
  pressed?: boolean
  onClick(): void
  children: ReactNode
}

const Tool = ({ label, name, disabled, pressed, onClick, children }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon
      aria-label={name ?? label}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      data-disabled={disabled || undefined}
      className={classes.tool}
      onClick={() => {
        if (!disabled) onClick()
      }}
    >
      {children}
    </ActionIcon>
  </Tooltip>
)
