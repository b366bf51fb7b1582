/** Shows the other window's value when two windows changed the same field of a run's labels. */
import { Button } from '@mantine/core'
import { hideNotification, showNotification } from '@mantine/notifications'
import { toastError } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from './labels.module.css'
import type { LabelField, Labels } from './labels.ts'

const T = texts.labels.conflict

/** Stays until the user closes it, since the value is kept nowhere else. */
export function showLabelConflict(
  runId: string,
  field: LabelField,
  theirs: Labels,
  take: () => Promise<unknown>,
): void {
  const id = `labels-${runId}-${field}`
  const value = field === 'tags' ? theirs.tags.join(', ') : theirs[field]
  const use = () => {
    hideNotification(id)
    take().catch((error: unknown) => toastError(texts.labels.notSaved, error))
  }
  hideNotification(id)
  showNotification({
    id,
    autoClose: false,
    closeButtonProps: { 'aria-label': T.keepMine },
    title: T.title[field],
    message: (
      <div className={classes.conflict}>
        <p>{value === null || value === '' ? T.empty[field] : T.theirs}</p>
        {value !== null && value !== '' && <blockquote>{value}</blockquote>}
        <Button variant="default" size="compact-xs" onClick={use}>
          {T.useTheirs}
        </Button>
      </div>
    ),
  })
}
