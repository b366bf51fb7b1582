/** Files dropped on the editor, and their upload. */
import { ActionIcon, Progress, Text, Tooltip } from '@mantine/core'
import { IconMovie, IconX } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { uploadStore } from '../../../parts/studio/upload/upload.ts'
import { texts } from '../../../texts/texts.ts'
import { useControls } from '../session/editor-context.ts'
import classes from './upload.module.css'

const carriesFiles = (e: DragEvent) => e.dataTransfer.types.includes('Files')

/** Accepts files dropped anywhere on the editor and highlights it while one hovers. */
export function DropZone({ children }: { children: ReactNode }) {
  const { files } = useControls()
  const [over, setOver] = useState(false)
  /** Enter and leave also fire for every element inside. */
  const depth = useRef(0)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are also chosen by button
    <div
      className={classes.zone}
      data-testid="drop-zone"
      onDragEnter={(e) => {
        if (!carriesFiles(e)) return
        depth.current++
        setOver(true)
      }}
      onDragLeave={(e) => {
        if (!carriesFiles(e)) return
        depth.current = Math.max(0, depth.current - 1)
        if (depth.current === 0) setOver(false)
      }}
      onDragOver={(e) => {
        if (!carriesFiles(e)) return
        e.preventDefault()
        e.dataTransfer.dropEffect = 'copy'
      }}
      onDrop={(e) => {
        if (!carriesFiles(e)) return
        e.preventDefault()
        depth.current = 0
        setOver(false)
        const [file] = e.dataTransfer.files
        if (file) void files.take(file)
      }}
    >
      {children}
      {over && (
        <div className={classes.overlay}>
          <IconMovie size={32} stroke={1.5} aria-hidden />
          <Text fw={600}>{texts.editor.files.drop.title}</Text>
          <Text size="xs" c="dimmed">
            {texts.editor.files.drop.text}
          </Text>
        </div>
      )}
    </div>
  )
}

/** The upload in progress, with a progress bar and a stop button. */
export function UploadStatus() {
  const upload = useStore(uploadStore, (s) => s.upload)
  if (!upload) return null
  const share = upload.total > 0 ? Math.min(100, (100 * upload.sent) / upload.total) : 0
  const done = upload.sent >= upload.total
  return (
    <div className={classes.upload} role="status">
      <div className={classes.uploadWords}>
        <Text size="sm" fw={600} truncate>
          {upload.name}
        </Text>
        <Text size="xs" c="dimmed" className="figures">
          {done
            ? texts.editor.files.upload.reading
            : texts.editor.files.upload.sent(megabytes(upload.sent), megabytes(upload.total))}
        </Text>
        <Progress
          value={share}
          size="xs"
          mt={6}
          animated={done}
          aria-label={texts.editor.files.upload.of(upload.name)}
        />
      </div>
      <Tooltip label={texts.editor.files.upload.cancel}>
        <ActionIcon aria-label={texts.editor.files.upload.cancel} onClick={upload.cancel}>
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)
