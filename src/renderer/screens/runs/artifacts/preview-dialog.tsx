/** A dialog that previews a file of a run; the arrow buttons and keys open the next or previous file. */
import { ActionIcon, Modal, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import type { Artifact, WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatBytes } from '../../../base/format/format.ts'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import { texts } from '../../../texts/texts.ts'
import { kindLabel } from '../artifact-list/artifact-kinds.ts'
import { ArtifactView } from './artifact-view.tsx'
import classes from './artifacts.module.css'

interface PreviewDialogProps {
  run: WorkflowRun
  artifacts: readonly Artifact[]
  blocks: RunBlocks
  urlOf: (artifact: Artifact) => string
  /** Id of the file; null closes the dialog. */
  shown: string | null
  onShow: (id: string | null) => void
}

/** Elements that handle arrow keys themselves. */
const WALKED = 'video, input, [role="table"], [role="log"], [data-scrolled]'

export function PreviewDialog({ artifacts, blocks, urlOf, shown, onShow }: PreviewDialogProps) {
  const words = texts.runs.artifacts
  const place = artifacts.findIndex((a) => a.id === shown)
  const artifact = artifacts[place]
  const [before, after] = [artifacts[place - 1], artifacts[place + 1]]
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).closest(WALKED)) return
    const to = event.key === 'ArrowLeft' ? before : event.key === 'ArrowRight' ? after : undefined
    if (!to) return
    event.preventDefault()
    onShow(to.id)
  }
  return (
    <Modal
      opened={artifact !== undefined}
      onClose={() => onShow(null)}
      size="min(1100px, 92vw)"
      title={artifact?.name ?? ''}
      classNames={{ content: classes.dialog ?? '', body: classes.dialogBody ?? '' }}
    >
      {artifact && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the two buttons inside
        <div className={classes.preview} onKeyDown={onKeyDown} role="presentation">
          <div className={classes.bar}>
            <span>{kindLabel(artifact)}</span>
            <span>{formatBytes(artifact.size_bytes)}</span>
            <span className={classes.place} role="status">
              {words.place(place + 1, artifacts.length)}
            </span>
            <Tooltip label={words.previous}>
              <ActionIcon aria-label={words.previous} disabled={!before} onClick={() => before && onShow(before.id)}>
                <IconChevronLeft size={17} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={words.next}>
              <ActionIcon
                aria-label={words.next}
                disabled={!after}
                data-autofocus
                onClick={() => after && onShow(after.id)}
              >
                <IconChevronRight size={17} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={words.download}>
              <ActionIcon
                component="a"
                href={urlOf(artifact)}
                download={artifact.name}
                aria-label={words.downloadOf(artifact.name)}
              >
                <IconDownload size={17} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          </div>
          <div className={classes.view}>
            <ArtifactView key={artifact.id} artifact={artifact} artifacts={artifacts} blocks={blocks} urlOf={urlOf} />
          </div>
        </div>
      )}
    </Modal>
  )
}
