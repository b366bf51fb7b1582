/** A row of the table of deployments. Its live figures are read while it is on the screen. */
import { Checkbox } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Deployment } from '../../../../shared/api/deployments.ts'
import { formatCredits } from '../../../base/format/credits.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import table from '../../../base/ui/record-table.module.css'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { texts } from '../../../texts/texts.ts'
import { computeText, rangeText } from '../compute-text.ts'
import { StatusOfDeployment } from '../deployment-status.tsx'
import { reasonText } from '../reason-text.ts'
import { canPause, canResume, type DeploymentActions } from '../use-deployment-actions.tsx'
import { useMetrics } from '../use-metrics.ts'
import classes from './list.module.css'

const words = texts.deployments
const EVERY_MS = 5_000

interface DeploymentRowProps {
  deployment: Deployment
  /** Undefined until it is read. */
  modelName: string | undefined
  actions: DeploymentActions
  isChosen: boolean
  onChoose: () => void
}

export function DeploymentRow({ deployment, modelName, actions, isChosen, onChoose }: DeploymentRowProps) {
  const { id, name, status, accrued_cost_credits } = deployment
  const reason = reasonText(deployment)
  const row = useRef<HTMLTableRowElement>(null)
  const isOnScreen = useOnScreen(row)
  const metrics = useMetrics(id, isOnScreen && status === 'active', EVERY_MS)
  const { pause, resume, remove, busy, cannotChange, cannotDelete } = actions
  const latency = metrics?.latency_ms
  return (
    <tr ref={row} data-chosen={isChosen || undefined}>
      <td>
        <Checkbox size="xs" aria-label={words.list.choose(name)} checked={isChosen} onChange={onChoose} />
      </td>
      <th scope="row" title={name}>
        <a className={classes.name} href={hrefOf({ screen: 'deployment', deploymentId: id })}>
          {name}
        </a>
        <small>{modelName ?? '\u00a0'}</small>
      </th>
      <td>
        <StatusOfDeployment status={status} />
        {reason !== null && (
          <small className={classes.reason} title={reason}>
            {reason}
          </small>
        )}
      </td>
      <td>{computeText(deployment)}</td>
      <td className={table.number}>
        {rangeText(deployment)}
        {metrics && <small>{words.list.running(metrics.containers)}</small>}
      </td>
      <td className={table.number}>{metrics ? formatDecimal(metrics.requests_per_second, 1) : '–'}</td>
      <td className={table.number}>{latency ? words.live.ms(formatDecimal(latency.p50, 0)) : '–'}</td>
      <td className={table.number}>{formatCredits(accrued_cost_credits)}</td>
      <td className={table.actions}>
        <div>
          {canResume(deployment) ? (
            <RowAction
              label={words.actions.resumeOne(name)}
              disabled={busy.has(id)}
              refused={cannotChange}
              onClick={() => void resume([deployment])}
            >
              <IconPlayerPlay size={16} stroke={1.6} />
            </RowAction>
          ) : canPause(deployment) ? (
            <RowAction
              label={words.actions.pauseOne(name)}
              disabled={busy.has(id)}
              refused={cannotChange}
              onClick={() => void pause([deployment])}
            >
              <IconPlayerPause size={16} stroke={1.6} />
            </RowAction>
          ) : null}
          <RowAction label={words.actions.deleteOne(name)} refused={cannotDelete} onClick={() => remove([deployment])}>
            <IconTrash size={16} stroke={1.6} />
          </RowAction>
        </div>
      </td>
    </tr>
  )
}

/** True until the browser reports that the element is scrolled out of view. */
function useOnScreen(element: RefObject<HTMLElement | null>): boolean {
  const [isOnScreen, setIsOnScreen] = useState(true)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => setIsOnScreen(entries.at(-1)?.isIntersecting ?? true))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isOnScreen
}
