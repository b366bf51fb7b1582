/** The card of one workflow on the home screen. */
import { ActionIcon, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import { stateOfRun } from '../../../shared/domain/run.ts'
import { formatFullDate, formatWhen } from '../../base/format/format.ts'
import { hrefOf } from '../../base/navigation/route.ts'
import { askName } from '../../base/ui/ask-name.tsx'
import { StatusBadge } from '../../base/ui/status-badge.tsx'
import { texts } from '../../texts/texts.ts'
import { GraphThumbnail } from './graph-thumbnail.tsx'
import classes from './home.module.css'
import type { WorkflowItem, Workflows } from './use-workflows.ts'

export function WorkflowCard({ item, workflows }: { item: WorkflowItem; workflows: Workflows }) {
  const { workflow, lastRun } = item
  const changed = workflow.updated_at ?? workflow.created_at
  return (
    <li className={classes.card}>
      <div className={classes.sheet}>
        {workflow.graph.nodes.length > 0 ? (
          <GraphThumbnail graph={workflow.graph} layout={workflow.layout} className={classes.drawing} />
        ) : (
          <span className={classes.blank}>{texts.home.workflowCard.empty}</span>
        )}
      </div>
      <div className={classes.caption}>
        <a className={classes.name} href={hrefOf({ screen: 'editor', workflowId: workflow.id })} title={workflow.name}>
          {workflow.name}
        </a>
        <div className={classes.facts}>
          {lastRun ? (
            <StatusBadge status={stateOfRun(lastRun)} />
          ) : (
            <span>{texts.home.workflowCard.blocks(workflow.graph.nodes.length)}</span>
          )}
          <time dateTime={changed} title={formatFullDate(changed)}>
            {formatWhen(changed)}
          </time>
        </div>
      </div>
      <CardMenu item={item} workflows={workflows} />
    </li>
  )
}

function CardMenu({ item: { workflow, lastRun }, workflows }: { item: WorkflowItem; workflows: Workflows }) {
  const rename = () =>
    askName({
      title: texts.home.workflowCard.renameTitle,
      initial: workflow.name,
      action: texts.ui.words.rename,
      onName: (name) => workflows.rename(workflow.id, name),
    })
  return (
    <Menu position="bottom-end" width={170}>
      <Menu.Target>
        <ActionIcon
          className={classes.more}
          variant="default"
          size={26}
          aria-label={texts.home.workflowCard.more(workflow.name)}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={15} />} onClick={rename}>
          {texts.ui.words.rename}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => void workflows.duplicate(workflow)}>
          {texts.home.workflowCard.duplicate}
        </Menu.Item>
        {lastRun && (
          <Menu.Item
            component="a"
            href={hrefOf({ screen: 'run', runId: lastRun.id })}
            leftSection={<IconHistory size={15} />}
          >
            {texts.home.workflowCard.openLastRun}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => workflows.remove(workflow)}>
          {texts.ui.words.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
