/** The toolbar above the canvas. */
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconCommand,
  IconDeviceFloppy,
  IconDots,
  IconFileDownload,
  IconFolderOpen,
  IconHistory,
  IconLayoutSidebar,
  IconListTree,
  IconMovie,
  IconSitemap,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { openPalette } from '../../../base/commands/palette-items.ts'
import { navigate } from '../../../base/navigation/route.ts'
import { saveVersion } from '../../../parts/workflow/versions/save-version.ts'
import { texts } from '../../../texts/texts.ts'
import { useKeyHint } from '../commands/use-key-hint.ts'
import { useControls } from '../session/actions-context.ts'
import { useDocument, useSession, useUi } from '../session/editor-context.ts'
import { setUi } from '../session/ui-store.ts'
import { OUTLINE_BUTTON_ID } from '../side-panels/open-outline.ts'
import { isShown, togglePanel } from '../side-panels/panel-fold.ts'
import { RunButton } from './run-button.tsx'
import { RunMenu } from './run-menu.tsx'
import { SaveStatus } from './save-status.tsx'
import classes from './toolbar.module.css'
import { WorkflowName } from './workflow-name.tsx'

export function Toolbar() {
  const { actions, files } = useControls()
  const session = useSession()
  const palette = useUi((s) => isShown(s, 'palette'))
  const outline = useUi((s) => isShown(s, 'outline'))
  const hint = useKeyHint()
  return (
    <header className={classes.bar}>
      <Tool label={texts.editor.screen.toWorkflows} onClick={() => navigate({ screen: 'home' })}>
        <IconArrowLeft size={18} />
      </Tool>
      <WorkflowName />
      <SaveStatus />
      <div className={classes.right}>
        <Tool
          label={hint(palette ? texts.editor.toolbar.bar.hideBlocks : texts.editor.toolbar.bar.showBlocks, 'blocks')}
          name={palette ? texts.editor.toolbar.bar.hideBlocks : texts.editor.toolbar.bar.showBlocks}
          pressed={palette}
          onClick={() => togglePanel('palette')}
        >
          <IconLayoutSidebar size={17} />
        </Tool>
        <Tool
          id={OUTLINE_BUTTON_ID}
          label={hint(outline ? texts.outline.hide : texts.outline.show, 'outline')}
          name={outline ? texts.outline.hide : texts.outline.show}
          pressed={outline}
          onClick={() => togglePanel('outline')}
        >
          <IconListTree size={17} />
        </Tool>
        <UndoRedo />
        <Tool label={hint(texts.editor.commands.view.allCommands, 'palette')} onClick={() => openPalette()}>
          <IconCommand size={17} />
        </Tool>
        <Tool label={hint(texts.editor.toolbar.bar.arrange, 'arrange')} onClick={() => void actions.arrange()}>
          <IconSitemap size={17} style={{ transform: 'rotate(-90deg)' }} />
        </Tool>
        <Menu position="bottom-end" width={230}>
          <Menu.Target>
            <ActionIcon aria-label={texts.editor.toolbar.bar.workflowFile}>
              <IconDots size={17} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconFolderOpen size={15} />} onClick={() => void files.openWorkflow()}>
              {texts.editor.commands.workflow.open}
            </Menu.Item>
            <Menu.Item leftSection={<IconFileDownload size={15} />} onClick={() => void files.saveWorkflow()}>
              {texts.editor.commands.workflow.saveAs}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<IconDeviceFloppy size={15} />} onClick={() => saveVersion(session)}>
              {texts.versions.saveCommand}
            </Menu.Item>
            <Menu.Item leftSection={<IconHistory size={15} />} onClick={() => setUi({ versions: true })}>
              {texts.versions.open}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <span className={classes.gap} />
        <Button variant="default" leftSection={<IconMovie size={15} />} onClick={() => void files.chooseSource()}>
          {texts.editor.toolbar.bar.chooseVideo}
        </Button>
        <RunButton />
        <RunMenu />
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
        label={undo ? hint(texts.editor.toolbar.bar.undo(undo), 'undo') : texts.editor.toolbar.bar.nothingToUndo}
        name={texts.ui.words.undo}
        disabled={undo === undefined}
        onClick={() => documents.getState().undo()}
      >
        <IconArrowBackUp size={18} />
      </Tool>
      <Tool
        label={redo ? hint(texts.editor.toolbar.bar.redo(redo), 'redo') : texts.editor.toolbar.bar.nothingToRedo}
        name={texts.editor.commands.edit.redo}
        disabled={redo === undefined}
        onClick={() => documents.getState().redo()}
      >
        <IconArrowForwardUp size={18} />
      </Tool>
    </>
  )
}

interface ToolProps {
  id?: string
  label: string
  /** The accessible name, if the visible label is longer. */
  name?: string
  disabled?: boolean
  pressed?: boolean
  onClick(): void
  children: ReactNode
}

const Tool = ({ id, label, name, disabled, pressed, onClick, children }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon
      id={id}
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
