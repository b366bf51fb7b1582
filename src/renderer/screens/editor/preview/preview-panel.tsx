/** The preview panel: the selected block's results on a frame of the source, updated while its settings change. */
import { ActionIcon, Button, Loader, Tooltip } from '@mantine/core'
import {
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconChevronDown,
  IconChevronRight,
  IconNumbers,
  IconPhoto,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { MAX_PREVIEW_S } from '../../../../shared/engine-contract/preview.ts'
import { useSettings } from '../../../base/settings/settings-context.tsx'
import { texts } from '../../../texts/texts.ts'
import { useDocument } from '../session/editor-context.ts'
import classes from './preview.module.css'
import { PreviewBody } from './preview-body.tsx'
import { usePreview, usePreviewController } from './preview-context.tsx'
import type { PreviewController } from './preview-controller.ts'

export function PreviewPanel() {
  const controller = usePreviewController()
  const { settings, change } = useSettings()
  const [large, setLarge] = useState(false)
  const open = settings.preview
  const thumbnails = settings.preview_pictures !== false
  if (!controller) return null
  return (
    <section className={classes.panel} data-large={(open && large) || undefined} aria-label={texts.preview.panel.title}>
      <header className={classes.head}>
        <button type="button" className={classes.fold} aria-expanded={open} onClick={() => change({ preview: !open })}>
          {open ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          {texts.preview.panel.title}
        </button>
        {open && <Busy controller={controller} />}
        <span className={classes.gap} />
        {open && (
          <>
            <WindowButton controller={controller} />
            <Tooltip
              label={settings.preview_figures ? texts.preview.panel.hideFigures : texts.preview.panel.showFigures}
            >
              <ActionIcon
                size={24}
                aria-label={texts.preview.panel.figures}
                aria-pressed={settings.preview_figures}
                variant={settings.preview_figures ? 'light' : 'subtle'}
                onClick={() => change({ preview_figures: !settings.preview_figures })}
              >
                <IconNumbers size={15} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={thumbnails ? texts.preview.thumbnails.hide : texts.preview.thumbnails.show}>
              <ActionIcon
                size={24}
                aria-label={texts.preview.thumbnails.name}
                aria-pressed={thumbnails}
                variant={thumbnails ? 'light' : 'subtle'}
                onClick={() => change({ preview_pictures: !thumbnails })}
              >
                <IconPhoto size={15} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={large ? texts.preview.panel.smaller : texts.preview.panel.larger}>
              <ActionIcon
                size={24}
                aria-label={texts.preview.panel.large}
                aria-pressed={large}
                onClick={() => setLarge(!large)}
              >
                {large ? <IconArrowsDiagonalMinimize2 size={15} /> : <IconArrowsDiagonal size={15} />}
              </ActionIcon>
            </Tooltip>
          </>
        )}
      </header>
      {open && <Open controller={controller} large={large} />}
    </section>
  )
}

function Open({ controller, large }: { controller: PreviewController; large: boolean }) {
  useEffect(() => controller.watch(), [controller])
  const chosen = useDocument((s) => (s.selection.nodes.length === 1 ? (s.selection.nodes[0] as string) : null))
  return <PreviewBody controller={controller} chosen={chosen} labels={large} />
}

function WindowButton({ controller }: { controller: PreviewController }) {
  const on = usePreview(controller, (s) => s.windowS > 0)
  return (
    <Tooltip label={texts.preview.panel.follow(MAX_PREVIEW_S)}>
      <Button
        size="compact-xs"
        variant={on ? 'light' : 'subtle'}
        color={on ? undefined : 'gray'}
        aria-label={texts.preview.panel.window(MAX_PREVIEW_S)}
        aria-pressed={on}
        onClick={() => controller.setWindow(on ? 0 : MAX_PREVIEW_S)}
      >
        {MAX_PREVIEW_S} s
      </Button>
    </Tooltip>
  )
}

/** Appears after a short delay, so that quick responses do not flicker. */
function Busy({ controller }: { controller: PreviewController }) {
  const busy = usePreview(controller, (s) => s.busy)
  return (
    <span
      className={classes.busy}
      data-busy={busy || undefined}
      role="status"
      aria-label={busy ? texts.preview.panel.looking : texts.preview.panel.upToDate}
    >
      {busy && <Loader size={12} />}
    </span>
  )
}
