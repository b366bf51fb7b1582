/** The table of deployments, with actions for those that are chosen. */
import { Button, Checkbox } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Deployment } from '../../../../shared/api/deployments.ts'
import { formatCredits } from '../../../base/format/credits.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import table from '../../../base/ui/record-table.module.css'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { Refusable } from '../../../base/ui/refusable.tsx'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { texts } from '../../../texts/texts.ts'
import { computeText, rangeText, reasonText, StatusOfDeployment, useMetrics } from '../deployment-status.tsx'
import { canPause, canResume, type DeploymentActions } from '../use-deployment-actions.tsx'
import classes from './list.module.css'

const words = texts.deployments.list

interface DeploymentsTableProps {
  deployments: readonly Deployment[]
  /** By id; undefined until they are read. */
  modelNames: ReadonlyMap<string, string> | undefined
  actions: DeploymentActions
}

export function DeploymentsTable({ deployments, modelNames, actions }: DeploymentsTableProps) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = deployments.filter(({ id }) => ids.has(id))
  const isAll = chosen.length === deployments.length
  const choose = (id: string) => setIds(new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]))
  return (
    <>
      <ChosenBar count={deployments.length} chosen={chosen} actions={actions} onChooseNone={() => setIds(new Set())} />
      <RecordTable
        className={classes.table}
        label={texts.deployments.title}
        columns={[
          words.name,
          words.status,
          words.compute,
          { heading: words.containers, cells: 'number' },
          { heading: words.requests, cells: 'number' },
          { heading: words.latency, cells: 'number', hint: words.latencyHint },
          { heading: words.cost, cells: 'number' },
          { heading: words.actions, cells: 'actions' },
        ]}
        choice={
          <Checkbox
            size="xs"
            aria-label={words.chooseAll}
            checked={isAll}
            indeterminate={chosen.length > 0 && !isAll}
            onChange={() => setIds(new Set(isAll ? [] : deployments.map(({ id }) => id)))}
          />
        }
      >
        {deployments.map((deployment) => (
          <DeploymentRow
            key={deployment.id}
            deployment={deployment}
            modelName={modelNames && (modelNames.get(deployment.model_id) ?? texts.deployments.deletedModel)}
            actions={actions}
            isChosen={ids.has(deployment.id)}
            onChoose={() => choose(deployment.id)}
          />
        ))}
      </RecordTable>
    </>
  )
}

const deploymentTexts = texts.deployments
const EVERY_MS = 5_000

interface DeploymentRowProps {
  deployment: Deployment
  /** Undefined until it is read. */
  modelName: string | undefined
  actions: DeploymentActions
  isChosen: boolean
  onChoose: () => void
}

/** A row of the table of deployments. Its live figures are read while it is on the screen. */
function DeploymentRow({ deployment, modelName, actions, isChosen, onChoose }: DeploymentRowProps) {
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
        <Checkbox size="xs" aria-label={deploymentTexts.list.choose(name)} checked={isChosen} onChange={onChoose} />
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
        {metrics && <small>{deploymentTexts.list.running(metrics.containers)}</small>}
      </td>
      <td className={table.number}>{metrics ? formatDecimal(metrics.requests_per_second, 1) : '–'}</td>
      <td className={table.number}>{latency ? deploymentTexts.live.ms(formatDecimal(latency.p50, 0)) : '–'}</td>
      <td className={table.number}>{formatCredits(accrued_cost_credits)}</td>
      <td className={table.actions}>
        <div>
          {canResume(deployment) ? (
            <RowAction
              label={deploymentTexts.actions.resumeOne(name)}
              disabled={busy.has(id)}
              refused={cannotChange}
              onClick={() => void resume([deployment])}
            >
              <IconPlayerPlay size={16} stroke={1.6} />
            </RowAction>
          ) : canPause(deployment) ? (
            <RowAction
              label={deploymentTexts.actions.pauseOne(name)}
              disabled={busy.has(id)}
              refused={cannotChange}
              onClick={() => void pause([deployment])}
            >
              <IconPlayerPause size={16} stroke={1.6} />
            </RowAction>
          ) : null}
          <RowAction
            label={deploymentTexts.actions.deleteOne(name)}
            refused={cannotDelete}
            onClick={() => remove([deployment])}
          >
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

interface ChosenBarProps {
  count: number
  chosen: readonly Deployment[]
  actions: DeploymentActions
  onChooseNone: () => void
}

/** The number of deployments, or the actions for the chosen ones; both have the same height. */
function ChosenBar({ count, chosen, actions, onChooseNone }: ChosenBarProps) {
  const { pause, resume, remove, cannotChange, cannotDelete } = actions
  const [toPause, toResume] = [chosen.filter(canPause), chosen.filter(canResume)]
  return (
    <div className={classes.bar}>
      <span role="status">
        {chosen.length > 0 ? deploymentTexts.list.chosen(chosen.length) : deploymentTexts.count(count)}
      </span>
      {chosen.length > 0 && (
        <>
          <Refusable
            label={deploymentTexts.actions.pause}
            icon={<IconPlayerPause size={14} />}
            disabled={toPause.length === 0}
            refused={cannotChange}
            onClick={() => void pause(toPause)}
          />
          <Refusable
            label={deploymentTexts.actions.resume}
            icon={<IconPlayerPlay size={14} />}
            disabled={toResume.length === 0}
            refused={cannotChange}
            onClick={() => void resume(toResume)}
          />
          <Refusable
            label={deploymentTexts.actions.delete}
            icon={<IconTrash size={14} />}
            refused={cannotDelete}
            onClick={() => remove(chosen)}
          />
          <Button variant="subtle" color="gray" onClick={onChooseNone}>
            {deploymentTexts.list.chooseNone}
          </Button>
        </>
      )}
    </div>
  )
}
