/** The number of deployments, or the actions for the chosen ones; both have the same height. */
import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import type { Deployment } from '../../../../shared/api/deployments.ts'
import { Refusable } from '../../../base/ui/refusable.tsx'
import { texts } from '../../../texts/texts.ts'
import { canPause, canResume, type DeploymentActions } from '../use-deployment-actions.tsx'
import classes from './list.module.css'

const words = texts.deployments

interface ChosenBarProps {
  count: number
  chosen: readonly Deployment[]
  actions: DeploymentActions
  onChooseNone: () => void
}

export function ChosenBar({ count, chosen, actions, onChooseNone }: ChosenBarProps) {
  const { pause, resume, remove, cannotChange, cannotDelete } = actions
  const [toPause, toResume] = [chosen.filter(canPause), chosen.filter(canResume)]
  return (
    <div className={classes.bar}>
      <span role="status">{chosen.length > 0 ? words.list.chosen(chosen.length) : words.count(count)}</span>
      {chosen.length > 0 && (
        <>
          <Refusable
            label={words.actions.pause}
            icon={<IconPlayerPause size={14} />}
            disabled={toPause.length === 0}
            refused={cannotChange}
            onClick={() => void pause(toPause)}
          />
          <Refusable
            label={words.actions.resume}
            icon={<IconPlayerPlay size={14} />}
            disabled={toResume.length === 0}
            refused={cannotChange}
            onClick={() => void resume(toResume)}
          />
          <Refusable
            label={words.actions.delete}
            icon={<IconTrash size={14} />}
            refused={cannotDelete}
            onClick={() => remove(chosen)}
          />
          <Button variant="subtle" color="gray" onClick={onChooseNone}>
            {words.list.chooseNone}
          </Button>
        </>
      )}
    </div>
  )
}
