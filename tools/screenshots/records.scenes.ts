/** Screens that list and compare: a dozen runs with names and tags, workflows, models, settings and the guide. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import type { WorkflowFile } from '../../src/shared/graph/graph.ts'
import { root } from '../../tests/e2e/host.ts'
import { type Maker, withSource } from '../../tests/e2e/runs-over-bridge.ts'
import { junctionSurvey } from './junction-survey.ts'
import { expect, test } from './scene-test.ts'

test.use({ withDemoRun: true })

/** Names and tags of the runs of one template, one after the other. */
const RUNS: readonly (readonly [template: string, sampleFps: number, name: string | null, ...tags: string[]])[] = [
  ['occupancy-and-dwell', 2, 'Pavement, 2 frames per second', 'zones'],
  ['occupancy-and-dwell', 5, 'Pavement, 5 frames per second', 'zones', 'checked'],
  ['privacy-blur', 2, null, 'to publish'],
  ['two-models-united', 1, 'Two models, first attempt', 'trial'],
  ['two-models-united', 2, 'Two models, 2 frames per second', 'checked'],
  ['two-branches', 2, null],
  ['small-objects', 0.5, 'Tiles of 640 pixels', 'trial'],
  ['count-at-a-line', 2, 'Street, 2 frames per second', 'baseline'],
  ['count-at-a-line', 3, 'Street, 3 frames per second', 'baseline'],
  ['count-at-a-line', 5, 'Street, 5 frames per second', 'baseline', 'checked'],
]

test('runs, workflows and their versions are captured', async ({ page, studio, maker, demoRun, shoot }) => {
  const { workflowId, runId } = demoRun
  await maker.label({ run_id: runId, name: 'Street, every second frame', tags: ['baseline', 'checked'], note: null })
  const ofTemplates = await makeRuns(maker)
  const { graph } = await maker.api<Workflow>('workflows.get', { params: { workflow: workflowId } })
  await maker.api('workflows.update', {
    params: { workflow: workflowId },
    body: { graph: withSource(graph, { sample_fps: 3 }) },
  })
  const other = await maker.run(workflowId)
  await maker.label({
    run_id: other.id,
    name: 'Street, 3 frames per second',
    tags: ['baseline'],
    note: 'Misses two cyclists.',
  })
  await maker.api<Workflow>('workflows.create', { body: junctionSurvey() })

  await test.step('the list of runs, with one that is running and one that waits', async () => {
    const params = { workflow: ofTemplates.get('two-branches') as string }
    const { graph } = await maker.api<Workflow>('workflows.get', { params })
    // Long enough for two pictures.
    await maker.api('workflows.update', { params, body: { graph: withSource(graph, { sample_fps: 25 }) } })
    const { run_id } = await maker.api<{ run_id: string }>('workflows.run', { params })
    await maker.label({ run_id, name: 'Two branches, every frame', tags: ['trial'], note: null })
    await maker.api('workflows.run', { params: { workflow: ofTemplates.get('privacy-blur') as string } })
    // The page reads names and tags when it opens.
    await page.reload()
    await studio.go('Runs')
    await expect(page.getByRole('row').filter({ hasText: /Running/ })).toContainText(/[1-9]\d?\s?%/, {
      timeout: 60_000,
    })
    await shoot('runs')
    for (const { id } of await maker.api<{ id: string }[]>('workflowRuns.list', { query: { limit: 2 } }))
      await maker.api('workflowRuns.cancel', { params: { run_id: id } }).catch(() => undefined)
  })
  await studio.go('Workflows')
  await page.waitForTimeout(2000)
  await shoot('workflows')
  await studio.go('Models')
  await expect(page.getByText('street-detector').first()).toBeVisible()
  await shoot('models')
  await page.getByRole('button', { name: 'Model card' }).click()
  await page.waitForTimeout(500)
  await shoot('model-card')
  await page.keyboard.press('Escape')
  await studio.go('Settings')
  await shoot('settings')
  await studio.goTo('/activity')
  await expect(page.getByText('Run completed').first()).toBeVisible()
  await shoot('activity')
  await studio.goTo('/activity/jobs')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await shoot('jobs')
  await studio.goTo('/guide/lines-and-zones')
  await expect(page.getByRole('img').first()).toBeVisible()
  await page.waitForTimeout(500)
  await shoot('guide')

  await studio.goTo(`/compare/${runId}/${other.id}`)
  await expect(page.getByText(/^\d+ differences?$/)).toBeVisible()
  await page.getByRole('button', { name: 'Next difference' }).first().click()
  await page.waitForTimeout(1500)
  await shoot('compare')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await shoot('compare-settings')

  await studio.goTo(`/workflows/${workflowId}`)
  await expect(page.locator('.react-flow__node')).toHaveCount(8)
  await studio.select(studio.block('Street detector'))
  await page
    .getByRole('button', { name: /outline/i })
    .first()
    .click()
  await shoot('outline')
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Workflow file' }).click()
  await page.getByRole('menuitem', { name: 'Versions…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Versions' })
  await expect(dialog.getByRole('list', { name: 'Changes' })).toBeVisible()
  await shoot('versions')
})

/** Makes the runs and labels them; returns the workflow of each template. */
async function makeRuns(maker: Maker): Promise<ReadonlyMap<string, string>> {
  const workflows = new Map<string, string>()
  for (const [template_key, sample_fps, name, ...tags] of RUNS) {
    const id = workflows.get(template_key) ?? (await fromTemplate(maker, template_key))
    workflows.set(template_key, id)
    const { graph } = await maker.api<Workflow>('workflows.get', { params: { workflow: id } })
    const body = { graph: withSource(graph, { sample_fps }) }
    await maker.api('workflows.update', { params: { workflow: id }, body })
    const run = await maker.run(id)
    if (name !== null || tags.length > 0) await maker.label({ run_id: run.id, name, tags, note: null })
  }
  return workflows
}

async function fromTemplate(maker: Maker, template_key: string): Promise<string> {
  const file = join(root, 'resources', 'templates', `${template_key}.sightline.json`)
  const { name }: WorkflowFile = JSON.parse(readFileSync(file, 'utf8'))
  return (await maker.api<Workflow>('workflows.create', { body: { name, template_key } })).id
}
