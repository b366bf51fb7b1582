/** The whole workflow: draw the counting graph, run it on a part of the demo video, check the counts, find the run again. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoClip } from './footage.ts'
import { root } from './host.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

interface Crossing {
  class: string
  direction: 'a_to_b' | 'b_to_a'
  time_s: number
}
interface TruthLine {
  name: string
  points: [number, number][]
  crossings: Crossing[]
}
const truth: { lines: TruthLine[] } = JSON.parse(
  readFileSync(join(root, 'resources/demo/street-crossing.truth.json'), 'utf8'),
)

/** Seconds of the demo video with crossings of both lines; the command line's demo counts in all of it. */
const [FROM_S, UNTIL_S] = [4, 12]
/** The crossings in this part, by line. */
const crossings = truth.lines.map((line) => ({
  line,
  made: line.crossings.filter(({ time_s }) => time_s >= FROM_S && time_s < UNTIL_S),
}))
const countOf = (made: Crossing[]) =>
  (['a_to_b', 'b_to_a'] as const).map((way) => String(made.filter(({ direction }) => direction === way).length))

test('draw a counting workflow, run it, check the true counts, restart, find the run again', async ({
  page,
  studio,
  host,
}) => {
  await test.step('drag seven blocks onto an empty canvas', async () => {
    await studio.startWithEmptyCanvas()
  })
  const source = await studio.dragBlock('source', { x: 90, y: 90 })
  await studio.page.keyboard.press('Escape')
  const ids: Record<string, string> = {}
  const remember = async (name: string, node: typeof source) => {
    ids[name] = (await node.getAttribute('data-id')) as string
  }
  const named = (name: string) => page.locator(`.react-flow__node[data-id="${ids[name]}"]`)
  await remember('source', source)
  await remember('model', await studio.dragBlock('model', { x: 320, y: 90 }))
  await remember('track', await studio.dragBlock('track', { x: 580, y: 90 }))
  await remember('measure', await studio.dragBlock('measure', { x: 320, y: 260 }))
  await remember('draw', await studio.dragBlock('visualize', { x: 580, y: 260 }))
  await remember('video', await studio.dragBlock('sink', { x: 580, y: 430 }))
  await remember('csv', await studio.dragBlock('sink', { x: 300, y: 430 }))

  await test.step('set the kind of the first sink', async () => {
    await studio.select(named('video'))
    await studio.chooseSetting('Kind', 'Annotated video')
  })

  await test.step('wire them', async () => {
    await studio.connect(named('source'), 'frames', named('model'), 'frames')
    await studio.connect(named('model'), 'detections', named('track'), 'detections')
    await studio.connect(named('track'), 'detections', named('measure'), 'detections')
    await studio.connect(named('track'), 'detections', named('draw'), 'detections')
    await studio.connect(named('measure'), 'events', named('draw'), 'events')
    await studio.connect(named('draw'), 'frames', named('video'), 'in')
    await studio.connect(named('measure'), 'events', named('csv'), 'in')
  })

  await test.step('choose the video and the model', async () => {
    await studio.chooseVideo(await demoClip('street-crossing.mp4', UNTIL_S, FROM_S))
    await expect(named('source')).toContainText('street-crossing')
    await studio.select(named('model'))
    await studio.chooseSetting('Model', 'street-detector')
    const confidence = page.getByRole('textbox', { name: 'Confidence' })
    await confidence.fill('0.1')
    await confidence.press('Tab')
  })

  await test.step('draw the lines on the frame', async () => {
    await studio.select(named('measure'))
    await page.getByRole('button', { name: 'Draw on the frame…' }).click()
    const stage = page.getByTestId('geometry-stage')
    for (const [i, line] of truth.lines.entries()) {
      await page.getByRole('button', { name: 'Draw a line' }).click()
      for (const [x, y] of line.points) {
        const box = await stage.boundingBox()
        if (!box) throw new Error('no drawing surface')
        await page.mouse.click(box.x + x * box.width, box.y + y * box.height)
      }
      await page.getByRole('textbox', { name: `Name of line ${i + 1}` }).fill(line.name)
    }
    await page.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('run it', async () => {
    // Every fourth frame gives the same counts in a quarter of the time.
    await studio.lookAtFramesPerSecond(named('source'), 6.25)
    await studio.pressRun()
    await studio.runEnds()
  })

  await test.step('the figures stay within their blocks, near and far', async () => {
    const figures = page.locator('.react-flow__node-block dd')
    const outside = () =>
      figures.evaluateAll((all) =>
        all.flatMap((figure) => {
          const block = figure.closest('.react-flow__node-block')?.getBoundingClientRect()
          return block && figure.getBoundingClientRect().right <= block.right ? [] : [figure.textContent]
        }),
      )
    await expect(figures.first()).toBeVisible()
    expect(await outside()).toEqual([])
    await studio.canvas.hover()
    await expect(async () => {
      await page.keyboard.press('-')
      await expect(page.locator('.react-flow__node-block [data-far]').first()).toBeVisible({ timeout: 250 })
    }).toPass({ timeout: 20_000 })
    expect(await outside()).toEqual([])
    await studio.openResults()
  })

  const seesTheTruth = async () => {
    for (const { line, made } of crossings) {
      const card = page.getByRole('table', { name: line.name })
      const row = (name: string) => card.getByRole('row', { name: new RegExp(`^${name}\\b`) }).getByRole('cell')
      await expect(row('All')).toHaveText(countOf(made))
      for (const name of new Set(made.map((one) => one.class)))
        await expect(row(name)).toHaveText(countOf(made.filter((one) => one.class === name)))
    }
  }

  await test.step('the counts are true', seesTheTruth)

  await test.step('the annotated video plays, and an event jumps to its time', async () => {
    const video = page.locator('video')
    await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.videoWidth)).toBe(1280)
    await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.duration)).toBeGreaterThan(UNTIL_S - FROM_S - 1)
    const events = crossings.flatMap(({ made }) => made).length
    await expect(page.getByText(`${events} events`)).toBeVisible()
    const before = await video.evaluate((v: HTMLVideoElement) => v.currentTime)
    await page.getByRole('table', { name: 'Events' }).getByRole('row').nth(3).click()
    await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.currentTime)).not.toBe(before)
  })

  await test.step('CSV, files and log are there', async () => {
    await page.getByRole('tab', { name: /CSV/ }).click()
    await expect(page.getByText('line_crossing').first()).toBeVisible()
    await page.getByRole('tab', { name: /Files/ }).click()
    await expect(page.getByText('manifest.json')).toBeVisible()
    await page.getByRole('tab', { name: /Log/ }).click()
    await expect(page.getByText(/street-crossing/).first()).toBeVisible()
  })

  await test.step('after a restart the run is still there', async () => {
    await host.stop()
    await host.start()
    await studio.open(host.url)
    await studio.go('Runs')
    await page
      .getByRole('row', { name: /Completed/ })
      .first()
      .click()
    await seesTheTruth()
  })
})
