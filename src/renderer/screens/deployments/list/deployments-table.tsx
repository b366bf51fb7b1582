/** The table of deployments, with actions for those that are chosen. */
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { Deployment } from '../../../../shared/api/deployments.ts'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { texts } from '../../../texts/texts.ts'
import type { DeploymentActions } from '../use-deployment-actions.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import { DeploymentRow } from './deployment-row.tsx'
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
