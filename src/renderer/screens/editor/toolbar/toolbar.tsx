/** The toolbar above the canvas, with the workflow's name and the state of its saving. */
import { ActionIcon, Anchor, Button, Menu, Text, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconCloudCheck,
  IconCloudOff,
  IconCloudUp,
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
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { openPalette } from '../../../base/commands/palette-items.ts'
import { navigate } from '../../../base/navigation/route.ts'
import { saveVersion } from '../../../parts/workflow/versions/versions.ts'
import { texts } from '../../../texts/texts.ts'
import { useControls, useDocument, useSaveState, useSession } from '../session/editor-context.ts'
import { setUi, useUi } from '../session/ui-store.ts'
import { useKeyHint } from '../shortcuts.ts'
import { isShown, OUTLINE_BUTTON_ID, togglePanel } from '../side-panels/side-panels.tsx'
import { RunButton, RunMenu } from './run-button.tsx'
import classes from './toolbar.module.css'

/** The save state in one word, with a retry button after a failure. */
function SaveStatus() {
  const state = useSaveState((s) => s)
  const { autosave } = useSession()
  if (state.status === 'failed') {
    return (
      <div className={classes.save} data-status="failed" role="alert">
        <IconCloudOff size={15} aria-hidden />
        <Tooltip label={state.reason} multiline w={280} position="bottom">
          <Text size="xs" className={classes.saveReason}>
            {texts.editor.toolbar.save.notSaved(state.reason)}
          </Text>
        </Tooltip>
        <Anchor component="button" size="xs" onClick={() => void autosave.flush()}>
          {texts.editor.toolbar.save.retry}
        </Anchor>
      </div>
    )
  }
  if (state.status === 'conflict') {
    return (
      <div className={classes.save} data-status="failed" role="alert">
        <IconCloudOff size={15} aria-hidden />
        <Text size="xs" className={classes.saveReason}>
          {texts.editor.conflict.status}
        </Text>
        <Anchor component="button" size="xs" onClick={() => setUi({ conflict: true })}>
          {texts.editor.conflict.open}
        </Anchor>
      </div>
    )
  }
  const saved = state.status === 'saved'
  return (
    <div className={classes.save} data-status={state.status} role="status" data-testid="save-status">
      {saved ? <IconCloudCheck size={15} aria-hidden /> : <IconCloudUp size={15} aria-hidden />}
      <Text size="xs">{saved ? texts.editor.toolbar.save.saved : texts.editor.toolbar.save.saving}</Text>
    </div>
  )
}

/** The workflow's name, edited in place. */
function WorkflowName() {
  const name = useDocument((s) => s.doc.name)
  const { documents, autosave } = useSession()
  const [draft, setDraft] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const shown = draft ?? name
  // biome-ignore lint/correctness/useExhaustiveDependencies: the width follows the text
  useLayoutEffect(() => {
    if (!input.current) return
    input.current.style.width = '0'
    input.current.style.width = `${Math.min(360, input.current.scrollWidth - 10)}px`
  }, [shown])
  return (
    <input
      ref={input}
      className={classes.name}
      value={shown}
      maxLength={100}
      aria-label={texts.editor.toolbar.name.name}
      title={texts.editor.toolbar.name.rename}
      data-own-undo
      onChange={(e) => {
        setDraft(e.currentTarget.value)
        autosave.typing(e.currentTarget.value)
      }}
      onBlur={() => {
        if (draft !== null) documents.getState().run({ type: 'rename', name: draft })
        setDraft(null)
        autosave.typing(null)
      }}
      onKeyDown={(e) => {
        if (e.key === 'Enter') e.currentTarget.blur()
        if (e.key === 'Escape') {
          setDraft(null)
          e.currentTarget.value = name
          requestAnimationFrame(() => input.current?.blur())
        }
      }}
    />
  )
}

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
