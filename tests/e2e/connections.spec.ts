/** A second Sightline server: added, tested, used for a run with an uploaded video, lost, and left again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newDataDir, removeDataDir, root } from './host.ts'
import { expect, test } from './studio-test.ts'

interface Served {
  child: ChildProcess
  address: string
  key: string | null
}

/** Starts `sightline serve`; the key is that of its first start. */
function serve(dataDir: string, port = 0): Promise<Served> {
  const child = spawn(
    process.execPath,
    [join(root, 'out/node/cli.js'), 'serve', '--port', String(port), '--data', dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
    child.stdout.on('data', (bytes) => {
      said += String(bytes)
      const address = /serves (\S+) from/.exec(said)?.[1]
      const key = /only now: (\S+)/.exec(said)?.[1] ?? null
      if (address && (key || port !== 0)) resolve({ child, address, key })
    })
  })
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

test('a server is added, tested and used for a run with an uploaded video, and left again', async ({
  studio,
  page,
}) => {
  const dataDir = newDataDir()
  let served = await serve(dataDir)
  const { address, key } = served
  try {
    await studio.goTo('/settings')
    await page.getByRole('button', { name: 'Add server' }).click()
    const form = page.getByRole('form', { name: 'Server' })
    await form.getByLabel('Name').fill('Workshop')
    await form.getByLabel('Address').fill('127.0.0.1:59999')
    await form.getByText('API key', { exact: true }).click()
    await form.getByRole('textbox', { name: 'API key' }).fill('pk_live_wrong')
    await form.getByRole('button', { name: 'Test connection' }).click()
    await expect(form.getByRole('alert')).toContainText('No program listens at http://127.0.0.1:59999.')
    await form.getByLabel('Address').fill(address)
    await form.getByRole('button', { name: 'Test connection' }).click()
    await expect(form.getByRole('alert')).toContainText('This API key is not known')
    await form.getByRole('textbox', { name: 'API key' }).fill(String(key))
    await form.getByRole('button', { name: 'Test connection' }).click()
    await expect(form.getByRole('status')).toContainText('with the role owner')
    await form.getByRole('button', { name: 'Save server' }).click()
    await page.getByRole('button', { name: 'Use Workshop' }).click()
    await expect(page.getByRole('button', { name: 'Use This computer' })).toBeVisible()

    await studio.goTo('/')
    await studio.tryTheDemo()
    const source = studio.block('Street crossing')
    await studio.select(source)
    const buffer = readFileSync(join(root, 'resources/demo/street-crossing.mp4'))
    await studio.chooseVideo({ name: 'Uploaded.mp4', mimeType: 'video/mp4', buffer })
    await expect(studio.settings()).toContainText('Uploaded.mp4')
    await studio.lookAtFramesPerSecond(source, 1)
    await studio.pressRun()
    await studio.runEnds()
    await studio.openResults()
    await expect(page.getByRole('table', { name: 'Main road' })).toBeVisible()
    const results = page.url()

    // A server that goes away: the banner offers to try again, and the page reads everything again by itself.
    await end(served.child)
    await expect(page.getByRole('alert').filter({ hasText: 'Workshop' })).toBeVisible({ timeout: 60_000 })
    served = await serve(dataDir, Number(new URL(address).port))
    await page.getByRole('button', { name: 'Try now' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Workshop' })).toHaveCount(0)
    await expect(page.getByRole('table', { name: 'Main road' })).toBeVisible()
    const played = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState)
    await page.reload()
    expect(page.url()).toBe(results)
    await expect.poll(played).toBeGreaterThan(0)

    await studio.goTo('/settings')
    await page.getByRole('button', { name: 'Use This computer' }).click()
    await expect(page.getByRole('button', { name: 'Use Workshop' })).toBeVisible()
    await studio.goTo('/')
    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
    await studio.goTo('/runs')
    await expect(page.getByText('No runs yet')).toBeVisible()
  } finally {
    await end(served.child)
    removeDataDir(dataDir)
  }
})
