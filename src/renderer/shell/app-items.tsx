/** What the command palette offers on every screen: places, workflows, runs, the theme. */
import { useComputedColorScheme } from '@mantine/core'
import { IconBox, IconHistory, IconMoon, IconPlus, IconSchema, IconSettings, IconSun } from '@tabler/icons-react'
import { emptyGraph } from '../../shared/graph/graph.ts'
import { toastError } from '../ui/toast.tsx'
import { type Host, useHost } from './host.ts'
import { createWorkflow } from './menu-commands.ts'
import { type PaletteItem, usePaletteItems } from './palette-items.ts'
import { hrefOf, navigate, type Route } from './route.ts'
import { useSettings } from './settings-context.tsx'

const SIZE = { size: 15, stroke: 1.6 }

const place = (title: string, route: Route, icon: React.ReactNode, words = ''): PaletteItem => ({
  id: `go:${title}`,
  title: `Go to ${title}`,
  group: 'Go to',
  sort: 'place',
  icon,
  words,
  act: () => navigate(route),
})

export function useAppItems(): void {
  const host = useHost()
  const { change } = useSettings()
  const dark = useComputedColorScheme('dark') === 'dark'
  usePaletteItems(() => thingsToOpen(host))
  usePaletteItems(() => [
    place('workflows', { screen: 'home' }, <IconSchema {...SIZE} />, 'home start templates'),
    place('runs', { screen: 'runs' }, <IconHistory {...SIZE} />, 'history results'),
    place('models', { screen: 'models' }, <IconBox {...SIZE} />, 'import onnx'),
    place('settings', { screen: 'settings' }, <IconSettings {...SIZE} />, 'preferences keyboard'),
    {
      id: 'app:new',
      title: 'New workflow',
      group: 'Go to',
      sort: 'command',
      icon: <IconPlus {...SIZE} />,
      words: 'create empty',
      act: () =>
        void createWorkflow(host, { name: 'Untitled workflow', graph: emptyGraph() }).catch((error: unknown) =>
          toastError('The workflow could not be made', error),
        ),
    },
    {
      id: 'app:theme',
      title: dark ? 'Switch to light' : 'Switch to dark',
      group: 'Go to',
      sort: 'command',
      icon: dark ? <IconSun {...SIZE} /> : <IconMoon {...SIZE} />,
      words: 'theme colours',
      act: () => change({ theme: dark ? 'light' : 'dark' }),
    },
  ])
}

async function thingsToOpen(host: Host): Promise<PaletteItem[]> {
  const [workflows, runs] = await Promise.allSettled([
    host.api('workflows.list', { query: { limit: 200 } }),
    host.api('workflowRuns.list', { query: { limit: 50 } }),
  ])
  const here = window.location.hash
  const open = (route: Route, rest: Pick<PaletteItem, 'title' | 'detail' | 'group' | 'icon'>): PaletteItem[] =>
    hrefOf(route) === here ? [] : [{ id: hrefOf(route), sort: 'place', act: () => navigate(route), ...rest }]
  return [
    ...(workflows.status === 'fulfilled' ? workflows.value : []).flatMap((w) =>
      open(
        { screen: 'editor', workflowId: w.id },
        {
          title: w.name,
          detail: w.description?.slice(0, 80) ?? '',
          group: 'Workflows',
          icon: <IconSchema {...SIZE} />,
        },
      ),
    ),
    ...(runs.status === 'fulfilled' ? runs.value : []).flatMap((r) =>
      open(
        { screen: 'run', runId: r.id },
        {
          title: `Run of ${r.workflow_name}`,
          detail: `${r.source?.name ?? ''} · ${new Date(r.created_at).toLocaleString()} · ${r.status}`,
          group: 'Runs',
          icon: <IconHistory {...SIZE} />,
        },
      ),
    ),
  ]
}
