/** Devices: chosen and measured in Settings, named by a run; with the CPU alone, and with a GPU emulated in software. */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import { axeFinds } from './axe.ts'
import { writeNumbered } from './burnt-in.ts'
import type { RunningHost } from './host.ts'
import { countingGraph, FPS, importModel, openRunPage, runOf, walkers } from './numbered-run.ts'
import { openMaker } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

/** Vulkan in software, which comes with Chromium. */
const SOFTWARE_VULKAN = process.env.SIGHTLINE_TEST_VULKAN_ICD ?? '/usr/lib/chromium/vk_swiftshader_icd.json'
const FRAMES = 12
const MODEL = 'colours-v8'

const choices = (page: Page) => page.getByRole('radiogroup', { name: 'Device that runs models' })
const radio = (page: Page, name: string | RegExp) => choices(page).getByRole('radio', { name })
const speeds = (page: Page) => page.getByRole('table', { name: `Speed of “${MODEL}”` })

/** The heading of the model's row. The CPU goes with the name of the processor. */
function nameOf({ nodes }: WorkflowRun): string {
  const { id = '', name = '' } = nodes.find?.device ?? {}
  return id === 'cpu' && name !== 'CPU' ? `Model CPU (${name})` : `Model ${name}`
}

/** Imports the model and uploads a clip; returns a function that runs a workflow on them. */
async function prepare(host: RunningHost) {
  const maker = await openMaker(host.url)
  const model_id = await importModel(maker, MODEL)
  const clip = await writeNumbered(join(host.dataDir, 'numbered.mp4'), FRAMES, FPS, walkers)
  const uri = await maker.upload(clip, 'source')
  const run = (name: string, own: object = {}): Promise<WorkflowRun> =>
    runOf(maker, name, countingGraph(uri, { model_id, ...own }, { csv: { kind: 'csv' } }))
  return { run, close: maker.close }
}

async function measure(page: Page): Promise<void> {
  const model = page.getByLabel('Model', { exact: true })
  await model.click()
  await page.getByRole('option', { name: MODEL, exact: true }).click()
  await page.getByRole('button', { name: 'Measure', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Measure again' })).toBeVisible({ timeout: 120_000 })
}

test.describe('with the CPU alone', () => {
  test.use({ hostFor: 'test', hostEnv: { VK_ICD_FILENAMES: join(tmpdir(), 'no-such-driver.json') } })

  test('the device is chosen by keyboard, measured, kept, and named by the run', async ({ page, host, studio }) => {
    test.skip(process.platform !== 'linux', 'GPUs can be hidden from the engine on Linux only.')
    const { run, close } = await prepare(host)
    await studio.go('Settings')
    await expect(radio(page, 'Automatic')).toBeChecked()
    await expect(page.getByText(/^Only the CPU can run models on this computer now/)).toBeVisible()

    await radio(page, 'Automatic').focus()
    await page.keyboard.press('ArrowDown')
    const cpu = choices(page).locator('input[value="cpu"]')
    await expect(cpu).toBeChecked()
    await measure(page)
    await expect(speeds(page).getByRole('row').nth(1)).toHaveText(/\d\s*reference$/)
    await expect(page.getByText(`Automatic runs “${MODEL}” on the CPU: no GPU is available.`)).toBeVisible()
    expect(await axeFinds(page)).toEqual([])

    const decode = page.getByRole('switch', { name: 'Decode video by hardware' })
    await expect(decode).not.toBeChecked()
    await expect(page.getByRole('list', { name: 'Hardware decoders' }).getByRole('listitem').first()).toBeVisible()
    await decode.focus()
    await page.keyboard.press('Space')
    await expect(decode).toBeChecked()
    expect(await axeFinds(page)).toEqual([])

    await page.reload()
    await expect(cpu).toBeChecked()
    await expect(decode).toBeChecked()
    const ended = await run('On the CPU')
    expect(ended.nodes.find?.device).toMatchObject({ id: 'cpu', kind: 'cpu' })
    await openRunPage(page, host, ended)
    await page.getByRole('tab', { name: 'Blocks' }).click()
    await expect(page.getByRole('rowheader', { name: nameOf(ended) })).toBeVisible()
    await page.getByRole('tab', { name: 'Log' }).click()
    await expect(page.getByText(/Decoding (in software|with)/).first()).toBeVisible()

    const fallen = await run('On a device that is not there', { device: 'webgpu:3' })
    expect(fallen.error).toBeNull()
    expect(fallen.nodes.find?.device).toMatchObject({ id: 'cpu', fell_back: true })
    expect(fallen.counts).toEqual(ended.counts)
    await studio.goTo(`/runs/${fallen.id}`)
    await page.getByRole('tab', { name: 'Blocks' }).click()
    const warned = page.getByRole('rowheader', { name: /^Model Fell back to the CPU\./ })
    await expect(warned).toContainText('so the CPU runs it from here on')
    await studio.goTo(`/workflows/${fallen.workflow_id}`)
    await page.getByRole('button', { name: /^Problems/ }).click()
    await expect(page.getByText(/This computer has no device “webgpu:3”/).first()).toBeVisible()
    close()
  })
})

test.describe('with a GPU that is emulated in software', () => {
  test.use({
    hostFor: 'test',
    hostEnv: { VK_ICD_FILENAMES: SOFTWARE_VULKAN, XDG_RUNTIME_DIR: process.env.XDG_RUNTIME_DIR ?? tmpdir() },
  })

  test('it is listed as software, never chosen automatically, and runs what names it', async ({
    page,
    host,
    studio,
  }) => {
    test.skip(!existsSync(SOFTWARE_VULKAN), `There is no software Vulkan at ${SOFTWARE_VULKAN}.`)
    const { run, close } = await prepare(host)
    await studio.go('Settings')
    const software = choices(page).locator('input[value="webgpu"]')
    await expect(software).toBeEnabled({ timeout: 60_000 })
    await expect(choices(page)).toContainText('Software that emulates a GPU: slow, for tests')
    await expect(page.getByText(/^Only the CPU can run models/)).toHaveCount(0)

    await measure(page)
    await expect(speeds(page).getByRole('row').nth(2)).toHaveText(/\d\s*same as the CPU$/)
    await expect(page.getByText(/the other devices only emulate a GPU\.$/)).toBeVisible()
    expect(await axeFinds(page)).toEqual([])
    const automatic = await run('Automatic')
    expect(automatic.nodes.find?.device?.id).toBe('cpu')

    await software.check()
    const ended = await run('As in Settings')
    expect(ended.error).toBeNull()
    expect(ended.nodes.find?.device).toMatchObject({ id: 'webgpu', kind: 'webgpu' })
    expect(ended.nodes.find?.device?.fell_back).toBeUndefined()
    expect(ended.counts).toEqual(automatic.counts)
    const own = await run('On a device of its own', { device: 'cpu', confidence_threshold: 0.3 })
    expect(own.nodes.find?.device?.id).toBe('cpu')

    await openRunPage(page, host, ended)
    await page.getByRole('tab', { name: 'Blocks' }).click()
    await expect(page.getByRole('rowheader', { name: nameOf(ended) })).toBeVisible()
    await studio.goTo(`/compare/${automatic.id}/${ended.id}`)
    await page.getByRole('tab', { name: 'Settings' }).click()
    const difference = page.getByRole('row', { name: /^Device of Model/ })
    await expect(difference).toContainText(ended.nodes.find?.device?.name ?? '?')
    await expect(difference).toContainText('differs')
    close()
  })
})
