/** Where the changes of the image are: on this computer, or on the server as well. */
import { Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconCloudCheck, IconCloudPause, IconDeviceFloppy } from '@tabler/icons-react'
import { texts } from '../../../texts/texts.ts'
import type { OpenLabels } from '../annotation-outbox/use-labelled-image.ts'
import classes from './image.module.css'

const words = texts.data.label.save

export function SaveState({ labels: { state, outbox } }: { labels: OpenLabels }) {
  const { waiting, storing, unresolved, error, annotations } = state
  if (annotations === undefined) return null
  const [kind, text, hint, Icon] = stateOf()
  return (
    <Tooltip label={hint} multiline maw={320}>
      <span role="status" className={classes.save} data-state={kind}>
        <Icon size={15} stroke={1.6} aria-hidden="true" />
        {text}
      </span>
    </Tooltip>
  )

  function stateOf() {
    if (error !== null) return ['bad', words.notStored, error, IconAlertTriangle] as const
    if (storing) return ['busy', words.storing, words.hereHint, IconDeviceFloppy] as const
    if (waiting > 0 && outbox.problem !== null)
      return ['wait', words.waiting, words.waitingHint(waiting, outbox.problem), IconCloudPause] as const
    if (waiting > 0) return ['here', words.here, words.hereHint, IconDeviceFloppy] as const
    if (unresolved.length > 0)
      return ['bad', words.conflicts(unresolved.length), texts.data.label.conflict.label, IconAlertTriangle] as const
    return ['saved', words.saved, words.savedHint, IconCloudCheck] as const
  }
}
