/** The upload in progress, with a progress bar and a stop button. */
import { ActionIcon, Progress, Text, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useStore } from 'zustand'
import { uploadStore } from '../../../parts/studio/upload/upload.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './files.module.css'

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
