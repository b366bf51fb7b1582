/** The save state in one word, with a retry button after a failure. */
import { Anchor, Text, Tooltip } from '@mantine/core'
import { IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { texts } from '../../../texts/texts.ts'
import { useSaveState, useSession } from '../session/editor-context.ts'
import { setUi } from '../session/ui-store.ts'
import classes from './toolbar.module.css'

export function SaveStatus() {
  const state = useSaveState((s) => s)
  const { autosave } = useSession()
  if (state.status === 'failed') {
    return (
      <div className={classes.save} data-status="failed" role="alert">
        <IconCloudOff size={15} aria-hidden />
        <Tooltip label={state.reason} multiline w={280} position="bottom">
          <Text size="xs" className={classes.saveReason}>
            {texts.editor.toolbar.save.notSaved(state.reason)}
          </Text>
        </Tooltip>
        <Anchor component="button" size="xs" onClick={() => void autosave.flush()}>
          {texts.editor.toolbar.save.retry}
        </Anchor>
      </div>
    )
  }
  if (state.status === 'conflict') {
    return (
      <div className={classes.save} data-status="failed" role="alert">
        <IconCloudOff size={15} aria-hidden />
        <Text size="xs" className={classes.saveReason}>
          {texts.editor.conflict.status}
        </Text>
        <Anchor component="button" size="xs" onClick={() => setUi({ conflict: true })}>
          {texts.editor.conflict.open}
        </Anchor>
      </div>
    )
  }
  const saved = state.status === 'saved'
  return (
    <div className={classes.save} data-status={state.status} role="status" data-testid="save-status">
      {saved ? <IconCloudCheck size={15} aria-hidden /> : <IconCloudUp size={15} aria-hidden />}
      <Text size="xs">{saved ? texts.editor.toolbar.save.saved : texts.editor.toolbar.save.saving}</Text>
    </div>
  )
}
