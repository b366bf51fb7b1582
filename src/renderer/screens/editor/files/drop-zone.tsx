/** Accepts files dropped anywhere on the editor and highlights it while one hovers. */
import { Text } from '@mantine/core'
import { IconMovie } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { texts } from '../../../texts/texts.ts'
import { useControls } from '../session/actions-context.ts'
import classes from './files.module.css'

const carriesFiles = (e: DragEvent) => e.dataTransfer.types.includes('Files')

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
