/** More than the demo: a workflow of thirty blocks, a batch of eight files, and a lab with thirty marks. */
import { readdirSync, statSync, truncateSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import { openLab } from '../../tests/e2e/lab-page.ts'
import { withSource } from '../../tests/e2e/runs-over-bridge.ts'
import { cutFootage } from './footage.ts'
import { junctionSurvey } from './junction-survey.ts'
import { marksOfScene, PLACES } from './scene-marks.ts'
import { expect, skipTo, test, waitForThumbnails } from './scene-test.ts'

test.use({ withDemoRun: true })

test('a workflow of thirty blocks is captured', async ({ page, studio, maker, shoot }) => {
  const { id } = await maker.api<Workflow>('workflows.create', { body: junctionSurvey() })
  await studio.goTo(`/workflows/${id}`)
  expect(await waitForThumbnails(page)).toBe(30)
  // A truck is close to the camera.
  await studio.scrubTo(page.locator('body'), 5 / 27)
  await page.getByRole('button', { name: 'Hide the blocks' }).click()
  await page.getByRole('button', { name: 'Fit all blocks' }).click()
  await page.waitForTimeout(4000)
  await shoot('editor-thirty-blocks')
})

const BROKEN = 'junction 07-30.mp4'
const RUNNING = 'junction 08-15.mp4'

test('a batch of eight files is captured while the sixth is running', async ({
  page,
  studio,
  host,
  demoRun,
  shoot,
}, info) => {
  const files = await cutFootage(info.outputDir)
  await studio.goTo(`/workflows/${demoRun.workflowId}`)
  await page.getByRole('button', { name: 'More ways to run' }).click()
  await page.getByRole('menuitem', { name: 'Run on many files…' }).click()
  await studio.choose(files, () => page.getByRole('button', { name: 'Add files…' }).click())
  const start = page.getByRole('button', { name: 'Start 8 runs' })
  await expect(start).toBeEnabled({ timeout: 60_000 })
  await shoot('batch-files')

  cutStoredCopy(host.dataDir, files.find((path) => basename(path) === BROKEN) as string)
  await start.click()
  const row = (name: string) =>
    page.getByRole('region', { name: 'Files of the batch' }).getByRole('row').filter({ hasText: name })
  await expect(row(RUNNING)).toContainText(/[1-9]\d\s?%/, { timeout: 240_000 })
  await expect(row(BROKEN)).toContainText('Failed')
  await shoot('batch')
})

/** Truncates the host's copy of a file to half, as a failing disk might. */
function cutStoredCopy(dataDir: string, file: string): void {
  const { size } = statSync(file)
  const stored = readdirSync(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size === size)
  expect(stored).toHaveLength(1)
  truncateSync(stored[0] as string, Math.floor(size / 2))
}

/** Low enough that some crossings are missed. */
const SAMPLE_FPS = 6

test('thirty marks, their score and a sweep are captured', async ({ page, studio, maker, shoot }) => {
  const { id, graph } = await maker.api<Workflow>('workflows.create', {
    body: { name: 'Street survey', template_key: 'count-at-a-line' },
  })
  const nodes = withSource(graph, { sample_fps: SAMPLE_FPS }).nodes.map((node) =>
    node.type === 'measure' ? { ...node, config: { geometries: PLACES } } : node,
  )
  await maker.api('workflows.update', { params: { workflow: id }, body: { graph: { ...graph, nodes } } })
  const run = await maker.run(id)

  await openLab(studio, { workflowId: id, runId: run.id })
  const marks = { name: 'marks.csv', mimeType: 'text/csv', buffer: Buffer.from(marksOfScene()) }
  await studio.choose(marks, () => page.getByRole('button', { name: 'Import', exact: true }).click())
  await studio.saysThat('30 marks imported')
  await skipTo(page, [1, 2, 3, 4, 5])
  await shoot('lab-marks')

  await page.getByRole('tab', { name: 'Score' }).click()
  await page.getByRole('button', { name: 'Show results of the run (O)' }).click()
  await page.waitForTimeout(1500)
  await shoot('lab')

  await page.getByRole('tab', { name: 'Better settings' }).click()
  await page.getByRole('textbox', { name: 'Values of High confidence' }).fill('0.5, 0.6')
  await page.getByRole('button', { name: 'Add setting' }).click()
  await page.getByRole('combobox', { name: 'Setting 2' }).click()
  await page.getByRole('option', { name: /Sample rate$/ }).click()
  await page.getByRole('textbox', { name: 'Values of Sample rate' }).fill('3, 6, 12')
  await page.getByRole('button', { name: 'Start sweep' }).click()
  await expect(page.getByRole('region', { name: 'Recommendation' })).toBeVisible({ timeout: 240_000 })
  await shoot('lab-sweep')
})
