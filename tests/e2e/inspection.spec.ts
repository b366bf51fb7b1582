/** Runs are inspected whatever their sinks write, and watched while in progress. */
import type { Workflow } from '../../src/shared/api/workflows.ts'
import type { Graph } from '../../src/shared/graph/graph.ts'
import { axeFinds } from './axe.ts'
import { openMaker, withSource } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostData: 'demoRun', hostFor: 'worker' })

/** Removes the visualize blocks and every sink except the CSV table. */
function withTableOnly(graph: Graph): Graph {
  const dropped = new Set(
    graph.nodes
      .filter((n) => n.type === 'visualize' || (n.type === 'sink' && n.config.kind !== 'csv'))
      .map((n) => n.id),
  )
  return {
    ...graph,
    nodes: graph.nodes.filter((n) => !dropped.has(n.id)),
    edges: graph.edges.filter((e) => !dropped.has(e.source) && !dropped.has(e.target)),
  }
}

test('a run that writes only a table shows its latest frame meanwhile, then boxes, tracks and reasons', async ({
  page,
  studio,
  host,
  demoRun: { workflowId },
}) => {
  const params = { workflow: workflowId }
  const maker = await openMaker(host.url)
  const { graph } = await maker.api<Workflow>('workflows.get', { params })
  // A rate that no run had before, so that no cached result is reused.
  const body = { graph: withSource(withTableOnly(graph), { sample_fps: 8 }) }
  await maker.api('workflows.update', { params, body })
  const { run_id } = await maker.api<{ run_id: string }>('workflows.run', { params })
  maker.close()
  await studio.goTo(`/runs/${run_id}`)

  await test.step('while it runs, its latest frame is beside the figures', async () => {
    const live = page.getByRole('img', { name: 'Latest annotated frame of the run' })
    await expect(live).toBeVisible({ timeout: 30_000 })
    await expect(live).toHaveJSProperty('complete', true)
    expect(await live.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  })

  await test.step('afterwards it has boxes, tracks and reasons, and lists none of its internal files', async () => {
    await expect(page.getByRole('tab', { name: 'Tracks' })).toBeVisible({ timeout: 120_000 })
    await expect(page.getByRole('tab', { name: 'Evidence' })).toBeVisible()
    await expect(page.getByTestId('overlay')).toHaveAttribute('data-frame', /\d/)
    await page.getByRole('tab', { name: 'Files' }).click()
    await expect(page.getByRole('button', { name: /^Preview .*events\.csv$/ })).toBeVisible()
    await expect(page.getByText(/inspection/)).toHaveCount(0)
    expect(await axeFinds(page)).toEqual([])
  })
})
