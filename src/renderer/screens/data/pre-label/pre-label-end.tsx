/** The result of a batch: added annotations, failed images, and the way to the review. */
import { Button, Group } from '@mantine/core'
import type { BatchJob } from '../../../../shared/api/auto-annotate.ts'
import classes from '../../../base/ui/dialog-step.module.css'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'

const words = texts.data.preLabel

interface PreLabelEndProps {
  of: BatchJob
  /** Shows the settings again. */
  onAgain(): void
  onClose(): void
  onReview: (() => void) | undefined
}

export function PreLabelEnd({ of, onAgain, onClose, onReview }: PreLabelEndProps) {
  const { status, processed_images, failed_images, total_annotations_added: added, error_message, text } = of
  return (
    <div className={classes.step}>
      <p role="status">
        {status === 'cancelled' && `${words.cancelled} `}
        {(status !== 'failed' || processed_images > 0) && words.done(added, processed_images)}
        {added === 0 && status === 'completed' && ` ${words.nothing}`}
      </p>
      {failed_images > 0 && <p className={classes.bad}>{words.imagesFailed(failed_images)}</p>}
      {status === 'failed' && (
        <p className={classes.bad} role="alert">
          {messageText({ message: error_message ?? words.failed, ...(text && { text }) })}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onAgain}>
          {words.again}
        </Button>
        {onReview && added > 0 ? (
          <Button
            data-autofocus
            onClick={() => {
              onClose()
              onReview()
            }}
          >
            {words.review}
          </Button>
        ) : (
          <Button data-autofocus onClick={onClose}>
            {texts.ui.words.close}
          </Button>
        )}
      </Group>
    </div>
  )
}
