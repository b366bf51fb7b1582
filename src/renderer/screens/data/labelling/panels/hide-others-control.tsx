/** Hides all annotations but the selected ones. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { texts } from '../../../../texts/texts.ts'
import { useKeyHint } from '../commands/use-labelling-keys.ts'
import classes from '../labelling.module.css'
import { useStage, useStageState } from './use-stage.ts'

export function HideOthersControl() {
  const stage = useStage()
  const on = useStageState((s) => s.hidesOthers)
  const words = texts.labelling.commands.hideOthers
  const hint = useKeyHint()
  return (
    <Tooltip label={hint(words, 'label-hide-others')}>
      <ActionIcon
        className={classes.toggle}
        aria-label={words}
        aria-pressed={on}
        data-on={on || undefined}
        onClick={() => stage.setHidesOthers(!on)}
      >
        <IconEyeOff size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}
