/** The command palette's items for comparing runs. */
import { IconArrowsDiff } from '@tabler/icons-react'
import { isTerminal, type WorkflowRun } from '../../../shared/domain/run.ts'
import type { PaletteItem } from '../../base/commands/palette-items.ts'
import { formatWhen } from '../../base/format/format.ts'
import type { Host } from '../../base/host/host-context.ts'
import { navigate, parseHash } from '../../base/navigation/route.ts'
import { labelsStoreOf } from '../../parts/run/labels/labels-store.ts'
import { texts } from '../../texts/texts.ts'

const T = texts.compare.palette
const MAX_ITEMS = 12

/** On a run's page: comparisons with runs of the same workflow; on every screen: the last two runs. */
export async function compareItems(host: Host): Promise<PaletteItem[]> {
  const runs = (await host.api('workflowRuns.list', { query: { limit: 50 } })).filter((r) => isTerminal(r.status))
  const labels = labelsStoreOf(host)
  const nameOf = (run: WorkflowRun) => labels.of(run.id).name
  const route = parseHash(window.location.hash)
  const here = route.screen === 'run' ? runs.find((r) => r.id === route.runId) : undefined
  const item = (id: string, title: string, a: WorkflowRun, b: WorkflowRun): PaletteItem => ({
    id,
    title,
    group: T.group,
    sort: 'command',
    words: T.words,
    icon: <IconArrowsDiff size={15} stroke={1.6} />,
    detail: [a, b]
      .map((r) => nameOf(r) ?? `${r.source?.name ?? ''} ${formatWhen(r.started_at ?? r.created_at)}`)
      .join(' · '),
    act: () => navigate({ screen: 'compare', runA: a.id, runB: b.id }),
  })
  const [newest, before] = runs
  const lastTwo = newest && before ? [item('compare:last', T.lastTwo, before, newest)] : []
  if (!here) return lastTwo
  const others = runs.filter((r) => r.id !== here.id && r.workflow_id === here.workflow_id).slice(0, MAX_ITEMS)
  return [...others.map((r) => item(`compare:${r.id}`, T.with(nameOf(r) ?? r.workflow_name), r, here)), ...lastTwo]
}
