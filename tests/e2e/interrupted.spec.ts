/** Closing the host in mid-run interrupts the run, which can be resumed after the next start. */
import { join } from 'node:path'
import { hasCheckpoint, workFolderOf } from '../../src/engine/output/work-folder.ts'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import { openMaker, withSource } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

const NAME = 'Closed in the middle'

test('a run during which Sightline is closed is interrupted, and offers Resume first', async ({
  page,
  studio,
  host,
}) => {
  // The demo is run from its start to its end, beside whatever else the machine does.
  test.setTimeout(480_000)
  const maker = await openMaker(host.url)
  const { id, graph } = await maker.api<Workflow>('workflows.create', {
    body: { name: NAME, template_key: 'count-at-a-line' },
  })
  // A fifth of the frames is long enough to be interrupted; most of the time would go into drawing them.
  const isDrawn = (node: string) => node === 'draw' || node === 'video'
  const short = withSource(graph, { sample_fps: 5 })
  const undrawn = {
    ...short,
    nodes: short.nodes.filter((node) => !isDrawn(node.id)),
    edges: short.edges.filter(({ source, target }) => !isDrawn(source) && !isDrawn(target)),
  }
  await maker.api('workflows.update', { params: { workflow: id }, body: { graph: undrawn } })

  await studio.goTo(`/workflows/${id}`)
  await studio.pressRun()
  const canBeResumed = async () => {
    const [run] = await maker.api<WorkflowRun[]>('workflowRuns.list', { query: { workflow: id } })
    return run !== undefined && hasCheckpoint(workFolderOf(join(host.dataDir, 'runs', run.id), run.id))
  }
  await expect.poll(canBeResumed, { timeout: 60_000, intervals: [100] }).toBe(true)
  maker.close()
  await host.stop()
  await host.start()
  await page.goto(host.url)

  await studio.go('Runs')
  const row = page.getByRole('row', { name: /Interrupted/ }).filter({ hasText: NAME })
  await expect(row.getByRole('button', { name: /^Resume / })).toBeVisible()
  await row.getByRole('link').first().click()
  const panel = page.getByRole('region', { name: 'Interrupted' })
  await expect(panel.getByRole('button').first()).toHaveText('Resume')
  await expect(page.getByText('The run failed')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Completed').first()).toBeVisible({ timeout: 300_000 })
})
