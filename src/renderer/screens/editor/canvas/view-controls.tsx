/** The zoom, fit and minimap buttons in the corner of the canvas. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconFocusCentered, IconMap, IconMinus, IconPlus } from '@tabler/icons-react'
import { useReactFlow, useStore } from '@xyflow/react'
import type { ReactNode } from 'react'
import { texts } from '../../../texts/texts.ts'
import { useControls } from '../session/editor-context.ts'
import { setUi, useUi } from '../session/ui-store.ts'
import { useKeyHint } from '../shortcuts.ts'
import classes from './canvas.module.css'

export function ViewControls() {
  const { camera } = useControls()
  const { zoomTo } = useReactFlow()
  const percent = useStore((s) => Math.round(s.transform[2] * 100))
  const minimap = useUi((s) => s.minimap)
  const hint = useKeyHint()
  return (
    <div className={classes.view} data-floating role="toolbar" aria-label={texts.editor.canvas.zoom.view}>
      <Control label={texts.editor.canvas.zoom.out} onClick={camera.zoomOut}>
        <IconMinus size={15} />
      </Control>
      <Tooltip label={texts.editor.canvas.zoom.whole}>
        <button
          type="button"
          className={classes.zoom}
          aria-label={texts.editor.canvas.zoom.now(percent)}
          onClick={() => void zoomTo(1, { duration: 200 })}
        >
          {percent} %
        </button>
      </Tooltip>
      <Control label={texts.editor.canvas.zoom.in} onClick={camera.zoomIn}>
        <IconPlus size={15} />
      </Control>
      <Control label={hint(texts.editor.canvas.zoom.fit, 'fit')} onClick={() => camera.fit()}>
        <IconFocusCentered size={16} />
      </Control>
      <Control
        label={minimap ? texts.editor.canvas.zoom.hideMap : texts.editor.canvas.zoom.showMap}
        pressed={minimap}
        onClick={() => setUi({ minimap: !minimap })}
      >
        <IconMap size={16} />
      </Control>
    </div>
  )
}

interface ControlProps {
  label: string
  pressed?: boolean
  onClick(): void
  children: ReactNode
}

const Control = ({ label, pressed, onClick, children }: ControlProps) => (
  <Tooltip label={label}>
    <ActionIcon
      size={26}
      aria-label={label}
      aria-pressed={pressed}
      variant={pressed ? 'light' : 'subtle'}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  </Tooltip>
)
