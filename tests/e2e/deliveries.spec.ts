/** The deliveries of a run: webhook messages to a receiver that may be offline, and annotations into a data set. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { writeNumbered } from './burnt-in.ts'
import { countingGraph, FPS, FRAMES, importModel, openRunPage, runOf, walkers } from './numbered-run.ts'
import { Receiver } from './receiver.ts'
import { type Maker, openMaker } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

const receiver = new Receiver()
let maker: Maker
let clip: string
let model: { model_id: string }
test.use({ hostEnv: { SIGHTLINE_PRIVATE_WEBHOOKS: '1' } })
test.beforeAll(async ({ host }) => {
  maker = await openMaker(host.url)
  const path = await writeNumbered(join(host.dataDir, 'numbered.mp4'), FRAMES, FPS, walkers)
  clip = await maker.upload(path, 'source')
  model = { model_id: await importModel(maker, 'colours-v8') }
})
test.afterAll(async () => {
  maker.close()
  await receiver.stop()
})

const deliveries = (page: Page) => page.getByRole('region', { name: 'Webhook deliveries' })
const filesOf = (page: Page) => page.getByRole('tab', { name: 'Files' }).click()

test('messages wait for a receiver that is offline, and arrive once it is back', async ({ page, host }) => {
  await receiver.start()
  const graph = countingGraph(clip, model, { hook: { kind: 'webhook', url: receiver.url } })

  await test.step('an online receiver gets all of them', async () => {
    await openRunPage(page, host, await runOf(maker, 'Taken', graph))
    await filesOf(page)
    await expect(deliveries(page)).toContainText(receiver.url)
    const { length } = receiver.received
    expect(length).toBeGreaterThan(2)
    await expect(deliveries(page).getByRole('status')).toHaveText(`${length} of ${length} messages delivered`)
    await expect(deliveries(page).getByRole('listitem')).toHaveCount(length)
    await expect(deliveries(page).getByRole('button', { name: 'Send now' })).toHaveCount(0)
    expect(receiver.received.flatMap((r) => r.body.records.map((record) => record.record))).toContain('event')
  })

  const before = receiver.received.length
  await receiver.stop()
  await test.step('an offline receiver is reported, with the time of the next try', async () => {
    await openRunPage(page, host, await runOf(maker, 'Kept', graph))
    await filesOf(page)
    await expect(deliveries(page).getByRole('status')).toHaveText(`0 of ${before} messages delivered`)
    const knocked = deliveries(page).getByRole('listitem').filter({ hasText: 'attempt' })
    await expect(knocked).toContainText('Waiting')
    await expect(knocked).toContainText(/1 attempt · The receiver refused the connection · retry in \d+ s/)
  })

  await receiver.start()
  await test.step('once it is back, each message arrives once, without another visit of the page', async () => {
    await deliveries(page).getByRole('button', { name: 'Send now' }).click()
    await expect(deliveries(page).getByRole('status')).toHaveText(`${before} of ${before} messages delivered`)
    const later = receiver.received.slice(before).map((r) => r.deliveryId)
    expect(new Set(later).size).toBe(later.length)
    expect(later).toHaveLength(before)
  })

  await test.step('a new signing secret is shown in full until the user leaves the page', async () => {
    const beginning = deliveries(page).getByText(/^whsec_.{6}…$/)
    await expect(beginning).toBeVisible()
    await deliveries(page).getByRole('button', { name: 'New secret…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create new secret' }).click()
    await expect(deliveries(page).getByText(/^whsec_.{43}$/)).toBeVisible()
    await expect(deliveries(page).getByRole('button', { name: 'Copy the secret' })).toBeVisible()
    await page.reload()
    await filesOf(page)
    await expect(beginning).toBeVisible()
  })
})

test('annotations reach their data set, and the run lists the written ones', async ({ page, host }) => {
  const dataset = await maker.api<{ id: string; name: string }>('datasets.create', { body: { name: 'Street' } })
  const graph = countingGraph(clip, model, { into: { kind: 'annotations', dataset_project_id: dataset.id } })
  const run = await runOf(maker, 'Annotated', graph)
  expect(run.error).toBeNull()
  await openRunPage(page, host, run)
  await filesOf(page)
  const rows = page.getByRole('tabpanel').getByRole('listitem')
  await expect(rows.filter({ hasText: `Annotations: ${FRAMES} images` })).toHaveCount(1)
  await page.getByRole('button', { name: /^Preview .*annotations\.jsonl$/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('table')).toContainText('sightline-annotations')
  await dialog.getByRole('row').nth(2).click()
  await expect(dialog).toContainText('"bounding_box"')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Log' }).click()
  await expect(page.getByRole('log')).toContainText(`annotations of ${FRAMES} images saved in “Street”`)
})
