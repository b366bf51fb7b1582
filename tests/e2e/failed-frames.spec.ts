/** Errors in mid-video: the run names the block, the frame and the reason, and leads to that frame. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { onScreen, writeNumbered } from './burnt-in.ts'
import { root } from './host.ts'
import { CELL, countingGraph, FPS, importModel, openRunPage, runOf, walkers } from './numbered-run.ts'
import { type Maker, openMaker } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

let maker: Maker
test.beforeAll(async ({ host }) => {
  maker = await openMaker(host.url)
})
test.afterAll(async () => {
  maker.close()
})

const SINKS = { records: { kind: 'json', filename: 'records' } }

/** Replaces every n-th byte of a file, from this fraction of its length on. */
function damaged(path: string, from: number, every: number): string {
  const bytes = readFileSync(path)
  for (let i = Math.floor(from * bytes.length); i < bytes.length; i += every) bytes[i] = (i * 197 + 31) % 256
  writeFileSync(path, bytes)
  return path
}

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'The run failed' })
const burnt = async (page: Page) => (await onScreen(page)).burnt

test('a video that breaks off in mid-file fails the run at its last good frame', async ({ page, host }) => {
  const name = 'vp9-hidden-frames.webm'
  const clip = join(host.dataDir, name)
  writeFileSync(clip, readFileSync(join(root, 'tests', 'fixtures', 'torture', name)))
  damaged(clip, 0.3, 1)
  const model = { model_id: await importModel(maker, 'colours-v8') }
  const run = await runOf(maker, 'Broken off', countingGraph(await maker.upload(clip, 'source'), model, SINKS))
  expect(run).toMatchObject({ status: 'error', error: { code: 'source_unreadable', node_id: 'source' } })
  const { index = 0, time_s = 0 } = run.error?.frame ?? {}
  expect(index).toBeGreaterThan(3)

  await openRunPage(page, host, run)
  await expect(failure(page)).toContainText(/“vp9-hidden-frames\.webm” ends too early: .* are missing/)
  await expect(failure(page)).toContainText(`BlockSourceFrame${index}, at 0:0${time_s.toFixed(2)}`)
  await failure(page).getByRole('button', { name: 'Open at this frame' }).click()
  // The last readable frame is the previous one.
  await expect.poll(() => burnt(page)).toBe(index - 1)
})

test('a model that fails on a frame names its block and leads to that frame, in the run and in the editor', async ({
  page,
  host,
}) => {
  const bad = 13
  const clip = await writeNumbered(join(host.dataDir, 'red.mp4'), 24, FPS, (i) =>
    i < bad ? [] : [{ x: 5 * CELL, y: 4 * CELL, side: CELL, color: 'red' }],
  )
  const model = { model_id: await importModel(maker, 'failing') }
  const run = await runOf(maker, 'Fails at red', countingGraph(await maker.upload(clip, 'source'), model, SINKS))
  expect(run.error).toMatchObject({ node_id: 'find', frame: { index: bad, time_s: bad / FPS } })

  await openRunPage(page, host, run)
  await expect(failure(page)).toContainText('The model “failing” failed on this frame.')
  await expect(failure(page)).toContainText(`BlockModelFrame${bad}, at 0:01.30`)
  await failure(page).getByRole('button', { name: 'Open at this frame' }).click()
  await expect.poll(() => burnt(page)).toBe(bad)
  await page.keyboard.press(',')
  await expect.poll(() => burnt(page)).toBe(bad - 1)
  await failure(page).getByRole('link', { name: 'Open block in editor' }).click()
  await expect(page.locator('.react-flow__node[data-id="find"]')).toHaveClass(/selected/)
})

test('damage that could be skipped is reported beside the results', async ({ page, host }) => {
  const clip = damaged(await writeNumbered(join(host.dataDir, 'scratched.mp4'), 60, FPS, walkers), 0.6, 10)
  const model = { model_id: await importModel(maker, 'colours-v8') }
  const run = await runOf(maker, 'Scratched', countingGraph(await maker.upload(clip, 'source'), model, SINKS))
  expect(run.status).toBe('completed')

  await openRunPage(page, host, run)
  const warnings = page.getByRole('region', { name: 'Warnings' })
  await expect(warnings).toContainText(/“scratched\.mp4” is damaged in \d+ places; frames there may be missing/)
  await warnings.getByRole('button', { name: 'Show log' }).click()
  await expect(page.getByRole('log')).toContainText('“scratched.mp4” is damaged in')
})
