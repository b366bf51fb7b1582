/** The commands that export a model file of another framework, each with a button that copies it. */
import { Button, Code, CopyButton } from '@mantine/core'
import { openModal } from '@mantine/modals'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { texts } from '../../texts/texts.ts'
import classes from './models.module.css'
import type { ForeignFile } from './use-models.ts'

const words = texts.getModel.exported

export function showExportCommands(file: string, { message, commands }: ForeignFile): void {
  openModal({
    title: words.title(file),
    size: 'lg',
    children: (
      <div className={classes.commands}>
        <p>{message}</p>
        {commands.map((command) => (
          <div key={command}>
            <Code block>{command}</Code>
            <CopyButton value={command}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                  onClick={copy}
                >
                  {copied ? texts.ui.words.copied : words.copy}
                </Button>
              )}
            </CopyButton>
          </div>
        ))}
      </div>
    ),
  })
}
