/** After an import: says what was assumed about a model's input, and offers to check it on a picture. */
import { Alert, Button, Group } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { Model } from '../../../../shared/api/models.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './model-input.module.css'
import { openModelInput } from './model-input-store.ts'
import { assumedText } from './value-text.ts'

const words = texts.modelInput.assumed

interface AssumedNoteProps {
  model: Model
  /** Before the dialog opens: another one closes. */
  onCheck?: (() => void) | undefined
  onDismiss?: (() => void) | undefined
}

/** Nothing for a model whose file says it all. */
export function AssumedNote({ model, onCheck, onDismiss }: AssumedNoteProps) {
  const what = assumedText(model)
  if (what === null) return null
  const check = () => {
    onCheck?.()
    openModelInput(model)
  }
  return (
    <Alert
      color="yellow"
      role="status"
      title={words.title}
      withCloseButton={onDismiss !== undefined}
      closeButtonLabel={words.dismiss}
      onClose={onDismiss}
      classNames={{ title: classes.noteTitle ?? '' }}
    >
      {words.text(what)}
      <Group mt="xs">
        <Button variant="default" leftSection={<IconEye size={15} />} onClick={check}>
          {words.check}
        </Button>
      </Group>
    </Alert>
  )
}
