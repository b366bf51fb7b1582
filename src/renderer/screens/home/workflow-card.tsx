/** The workflows on the home screen: the card of one, and the actions on it. */

import { ActionIcon, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import type { Workflow } from '../../../shared/api/workflows.ts'
import { cutText } from '../../../shared/domain/cut-text.ts'
import { stateOfRun, type WorkflowRun } from '../../../shared/domain/run.ts'
import { emptyGraph, type WorkflowFile } from '../../../shared/graph/graph.ts'
import { formatFullDate, formatWhen } from '../../base/format/format.ts'
import { createWorkflow } from '../../base/host/create-workflow.ts'
import { useHost } from '../../base/host/host-context.ts'
import { hrefOf } from '../../base/navigation/route.ts'
import { askName } from '../../base/ui/ask-name.tsx'
import { deleteWithUndo, usePendingDeletes } from '../../base/ui/pending-deletes.ts'
import { useResource } from '../../base/ui/resource.tsx'
import { StatusBadge } from '../../base/ui/status-badge.tsx'
import { toastError } from '../../base/ui/toast.tsx'
import { texts } from '../../texts/texts.ts'
import { GraphThumbnail } from './graph-thumbnail.tsx'
import classes from './home.module.css'
import type { Template } from './template-shelf.tsx'

export interface WorkflowItem {
  workflow: Workflow
  lastRun: WorkflowRun | undefined
}

const EVERY_MS = 5_000

/** The actions of the home screen on workflows. */
export function useWorkflows() {
  const host = useHost()
  const hidden = usePendingDeletes((s) => s.ids)
  const load = useCallback(async (): Promise<WorkflowItem[]> => {
    const [workflows, runs] = await Promise.all([
      host.api('workflows.list', { query: { limit: 1000 } }),
      host.api('workflowRuns.list', { query: { limit: 200 } }),
    ])
    const byId = new Map(runs.map((run) => [run.id, run]))
    return workflows.map((workflow) => ({ workflow, lastRun: byId.get(workflow.last_run_id ?? '') }))
  }, [host])
  const { value, error, reload, patch } = useResource(load, EVERY_MS)
  const items = useMemo(() => value?.filter(({ workflow }) => !hidden.has(workflow.id)), [value, hidden])

  const create = async (what: string, body: Parameters<typeof createWorkflow>[1]) => {
    try {
      await createWorkflow(host, body)
    } catch (failure) {
      toastError(what, failure)
    }
  }

  return {
    items,
    error,
    reload,
    createEmpty: () =>
      create(texts.home.useWorkflows.notCreated, { name: texts.ui.words.untitledWorkflow, graph: emptyGraph() }),
    createFromTemplate: ({ key, name, own }: Template) =>
      create(texts.home.useWorkflows.templateNotOpened, { name, template_key: key, ...own }),
    createFromFile: ({ name, description, graph, layout }: WorkflowFile) =>
      create(texts.home.openFile.failed, {
        name,
        graph,
        layout: layout ?? null,
        description: description == null ? null : cutText(description, 2000),
      }),
    async duplicate({ name, graph, layout, readme, description }: Workflow) {
      try {
        const copy = texts.home.useWorkflows.copyOf(cutText(name, 90))
        await host.api('workflows.create', { body: { name: copy, graph, layout, readme, description } })
        await reload()
      } catch (failure) {
        toastError(texts.home.useWorkflows.notDuplicated, failure)
      }
    },
    async rename(id: string, name: string) {
      await host.api('workflows.update', { params: { workflow: id }, body: { name } })
      patch((all) => all.map((i) => (i.workflow.id === id ? { ...i, workflow: { ...i.workflow, name } } : i)))
    },
    remove: ({ id, name }: Workflow) =>
      deleteWithUndo(id, `“${name}”`, async () => {
        await host.api('workflows.delete', { params: { workflow: id } })
        patch((all) => all.filter((i) => i.workflow.id !== id))
      }),
  }
}

export type Workflows = ReturnType<typeof useWorkflows>

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
