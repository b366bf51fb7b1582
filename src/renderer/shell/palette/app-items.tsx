/** The palette items available on every screen: places, workflows, runs, comparisons, pages of the guide, the theme. */

import { useComputedColorScheme } from '@mantine/core'
import {
  IconArrowsDiff,
  IconBell,
  IconBook2,
  IconBox,
  IconDownload,
  IconHistory,
  IconMoon,
  IconPhoto,
  IconPlus,
  IconReportAnalytics,
  IconSchema,
  IconServerBolt,
  IconSettings,
  IconSun,
} from '@tabler/icons-react'
import { cutText } from '../../../shared/domain/cut-text.ts'
import { isTerminal, stateOfRun, type WorkflowRun } from '../../../shared/domain/run.ts'
import { emptyGraph } from '../../../shared/graph/graph.ts'
import { type PaletteItem, usePaletteItems } from '../../base/commands/palette-items.ts'
import { formatWhen } from '../../base/format/format.ts'
import { createWorkflow } from '../../base/host/create-workflow.ts'
import { type Host, useHost } from '../../base/host/host-context.ts'
import { useSettingsPages } from '../../base/host/settings-pages.ts'
import { ACTIVITY_PAGES, hrefOf, navigate, parseHash, type Route } from '../../base/navigation/route.ts'
import { useSettings } from '../../base/settings/settings-context.tsx'
import { STATUS_WORDS } from '../../base/ui/status-badge.tsx'
import { toastError } from '../../base/ui/toast.tsx'
import { openGetModel } from '../../parts/model/get-model/get-model-store.ts'
import { type LabelsStore, labelsStoreOf } from '../../parts/run/labels/labels-store.ts'
import { openDeploy } from '../../screens/deployments/deploy/open-deploy.ts'
import { texts } from '../../texts/texts.ts'

const own = texts.shell.appItems
const SIZE = { size: 15, stroke: 1.6 }

const place = (title: string, route: Route, icon: React.ReactNode, words = ''): PaletteItem => ({
  id: `go:${route.screen}`,
  title: own.goTo(title),
  group: own.goToGroup,
  sort: 'place',
  icon,
  words,
  act: () => navigate(route),
})

export function useAppItems(): void {
  const host = useHost()
  const { change } = useSettings()
  const settingsPages = useSettingsPages()
  const dark = useComputedColorScheme('dark') === 'dark'
  usePaletteItems(() => thingsToOpen(host))
  usePaletteItems(() => compareItems(host))
  usePaletteItems(guideItems)
  usePaletteItems(() => [
    place(own.places.workflows, { screen: 'home' }, <IconSchema {...SIZE} />, own.words.home),
    place(own.places.runs, { screen: 'runs' }, <IconHistory {...SIZE} />, own.words.runs),
    place(own.places.data, { screen: 'datasets' }, <IconPhoto {...SIZE} />, own.words.data),
    place(own.places.models, { screen: 'models' }, <IconBox {...SIZE} />, own.words.models),
    place(own.places.evaluations, { screen: 'evaluations' }, <IconReportAnalytics {...SIZE} />, own.words.evaluations),
    place(own.places.deployments, { screen: 'deployments' }, <IconServerBolt {...SIZE} />, own.words.deployments),
    place(own.places.activity, { screen: 'activity' }, <IconBell {...SIZE} />, own.words.activity),
    ...ACTIVITY_PAGES.map((page) => ({
      ...place(texts.activity.pages[page], { screen: 'activity', page }, <IconBell {...SIZE} />, own.words.activity),
      id: `go:activity/${page}`,
    })),
    place(own.places.settings, { screen: 'settings' }, <IconSettings {...SIZE} />, own.words.settings),
    ...settingsPages.map((page) => ({
      ...place(texts.access.pages[page], { screen: 'settings', page }, <IconSettings {...SIZE} />, own.words.settings),
      id: `go:settings/${page}`,
    })),
    {
      id: 'app:new',
      title: own.newWorkflow,
      group: own.goToGroup,
      sort: 'command',
      icon: <IconPlus {...SIZE} />,
      words: own.words.newWorkflow,
      act: () =>
        void createWorkflow(host, { name: texts.ui.words.untitledWorkflow, graph: emptyGraph() }).catch(
          (error: unknown) => toastError(own.notMade, error),
        ),
    },
    {
      id: 'app:get-model',
      title: texts.getModel.title,
      group: own.goToGroup,
      sort: 'command',
      icon: <IconDownload {...SIZE} />,
      words: texts.getModel.words,
      act: () => openGetModel(),
    },
    {
      id: 'app:deploy',
      title: texts.deployments.deploy,
      group: own.goToGroup,
      sort: 'command',
      icon: <IconServerBolt {...SIZE} />,
      words: own.words.deployments,
      act: () => void openDeploy(host),
    },
    {
      id: 'app:theme',
      title: dark ? texts.ui.words.switchToLight : texts.ui.words.switchToDark,
      group: own.goToGroup,
      sort: 'command',
      icon: dark ? <IconSun {...SIZE} /> : <IconMoon {...SIZE} />,
      words: own.words.theme,
      act: () => change({ theme: dark ? 'light' : 'dark' }),
    },
  ])
}

async function thingsToOpen(host: Host): Promise<PaletteItem[]> {
  const [workflows, runs, deployments] = await Promise.allSettled([
    host.api('workflows.list', { query: { limit: 200 } }),
    host.api('workflowRuns.list', { query: { limit: 50 } }),
    host.api('deployments.list', { query: { limit: 50 } }),
  ])
  const labels = labelsStoreOf(host)
  const here = window.location.hash
  const open = (
    route: Route,
    rest: Pick<PaletteItem, 'title' | 'detail' | 'group' | 'icon' | 'words'>,
  ): PaletteItem[] =>
    hrefOf(route) === here ? [] : [{ id: hrefOf(route), sort: 'place', act: () => navigate(route), ...rest }]
  return [
    ...(workflows.status === 'fulfilled' ? workflows.value : []).flatMap((w) =>
      open(
        { screen: 'editor', workflowId: w.id },
        {
          title: w.name,
          detail: cutText(w.description ?? '', 80),
          group: own.workflows,
          icon: <IconSchema {...SIZE} />,
        },
      ),
    ),
    ...(runs.status === 'fulfilled' ? runs.value : []).flatMap((r) =>
      open(
        { screen: 'run', runId: r.id },
        {
          title: labels.of(r.id).name ?? own.runOf(r.workflow_name),
          words: [r.workflow_name, ...labels.of(r.id).tags].join(' '),
          detail: `${r.source?.name ?? ''} · ${formatWhen(r.created_at)} · ${STATUS_WORDS[stateOfRun(r)]}`,
          group: own.runs,
          icon: <IconHistory {...SIZE} />,
        },
      ),
    ),
    ...(deployments.status === 'fulfilled' ? deployments.value : []).flatMap((d) =>
      open(
        { screen: 'deployment', deploymentId: d.id },
        {
          title: d.name,
          detail: texts.deployments.statuses[d.status],
          group: texts.deployments.title,
          icon: <IconServerBolt {...SIZE} />,
        },
      ),
    ),
    ...olderNamed(labels, new Set(runs.status === 'fulfilled' ? runs.value.map((r) => r.id) : [])).flatMap(
      ([runId, name, tags]) =>
        open({ screen: 'run', runId }, { title: name, detail: tags, group: own.runs, icon: <IconHistory {...SIZE} /> }),
    ),
  ]
}

/** Returns the id, name and tags of each named run that is not listed. */
function olderNamed(labels: LabelsStore, listed: ReadonlySet<string>): [string, string, string][] {
  return [...(labels.state.getState().shown ?? [])].flatMap(([id, { name, tags }]) =>
    name === null || listed.has(id) ? [] : [[id, name, tags.join(', ')]],
  )
}

const compareTexts = texts.compare.palette
const MAX_ITEMS = 12

/**
 * The command palette's items for comparing runs.
 * On a run's page: comparisons with runs of the same workflow; on every screen: the last two runs.
 */
async function compareItems(host: Host): Promise<PaletteItem[]> {
  const runs = (await host.api('workflowRuns.list', { query: { limit: 50 } })).filter((r) => isTerminal(r.status))
  const labels = labelsStoreOf(host)
  const nameOf = (run: WorkflowRun) => labels.of(run.id).name
  const route = parseHash(window.location.hash)
  const here = route.screen === 'run' ? runs.find((r) => r.id === route.runId) : undefined
  const item = (id: string, title: string, a: WorkflowRun, b: WorkflowRun): PaletteItem => ({
    id,
    title,
    group: compareTexts.group,
    sort: 'command',
    words: compareTexts.words,
    icon: <IconArrowsDiff size={15} stroke={1.6} />,
    detail: [a, b]
      .map((r) => nameOf(r) ?? `${r.source?.name ?? ''} ${formatWhen(r.started_at ?? r.created_at)}`)
      .join(' · '),
    act: () => navigate({ screen: 'compare', runA: a.id, runB: b.id }),
  })
  const [newest, before] = runs
  const lastTwo = newest && before ? [item('compare:last', compareTexts.lastTwo, before, newest)] : []
  if (!here) return lastTwo
  const others = runs.filter((r) => r.id !== here.id && r.workflow_id === here.workflow_id).slice(0, MAX_ITEMS)
  return [
    ...others.map((r) => item(`compare:${r.id}`, compareTexts.with(nameOf(r) ?? r.workflow_name), r, here)),
    ...lastTwo,
  ]
}

const guideTexts = texts.guide

/**
 * The command palette's items for the guide: one for each page.
 * Loads the text of the guide when the palette opens first.
 */
async function guideItems(): Promise<PaletteItem[]> {
  const { guidePages } = await import('../../screens/guide/guide-text.ts')
  const icon = <IconBook2 size={15} stroke={1.6} />
  return guidePages.map(({ id, title }) => ({
    id: `guide:${id}`,
    title: id === 'overview' ? guideTexts.open : guideTexts.pageNamed(title),
    group: guideTexts.title,
    sort: 'help',
    words: id === 'overview' ? guideTexts.openWords : '',
    icon,
    act: () => navigate({ screen: 'guide', page: id }),
  }))
}
