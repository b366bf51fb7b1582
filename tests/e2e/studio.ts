/** Drives the Studio through the actions of its users. */
import { expect, type FileChooser, type Locator, type Page } from '@playwright/test'
import { BLOCKS, type BlockKindName } from '../../src/shared/blocks/catalogue.ts'
import type { ChosenFile } from './desktop.ts'

export interface CanvasPoint {
  x: number
  y: number
}

/** Fills in the system dialogs; in a browser they are the page's own. */
type Dialogs = (files: readonly ChosenFile[]) => Promise<void>

export class Studio {
  readonly page: Page
  readonly #dialogs: Dialogs | null
  constructor(page: Page, dialogs: Dialogs | null = null) {
    this.page = page
    this.#dialogs = dialogs
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url)
    await expect(this.page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  }

  /** Navigates as if the address had been typed: `/runs/<id>`. */
  async goTo(path: string): Promise<void> {
    await this.page.evaluate((hash) => {
      window.location.hash = hash
    }, `#${path}`)
  }

  async startWithEmptyCanvas(): Promise<void> {
    await this.page
      .getByRole('button', { name: /New workflow|Start with an empty canvas/ })
      .first()
      .click()
    await expect(this.canvas).toBeVisible()
  }

  /** From the start screen: opens the counting workflow on the bundled video. */
  async tryTheDemo(): Promise<void> {
    await this.page.getByRole('button', { name: 'Try the demo' }).click()
    await expect(this.canvas).toBeVisible()
    await expect(this.page.locator('.react-flow__node')).toHaveCount(8)
  }

  /** The same, on a start screen with workflows. */
  async openDemoTemplate(): Promise<void> {
    await this.page.getByRole('button', { name: 'Count at a line', exact: true }).click()
    await expect(this.page.locator('.react-flow__node')).toHaveCount(8)
  }

  get canvas(): Locator {
    return this.page.getByTestId('canvas')
  }

  block(title: string): Locator {
    return this.page.locator('.react-flow__node').filter({ hasText: title })
  }

  /** By keyboard: opens the command palette, types, and picks the first match, whose title must begin with this name. */
  async command(typed: string, name: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k')
    await expect(this.page.getByRole('combobox', { name: 'Search everything' })).toBeFocused()
    await this.page.keyboard.type(typed)
    const chosen = this.page.getByRole('dialog', { name: 'All commands' }).locator('[aria-selected=true]')
    await expect(chosen).toHaveText(new RegExp(`^${name}`))
    await this.page.keyboard.press('Enter')
    await expect(this.page.getByRole('dialog', { name: 'All commands' })).toHaveCount(0)
  }

  /** Drags a block out of the palette; `at` is relative to the canvas' top left. */
  async dragBlock(kind: BlockKindName, at: CanvasPoint): Promise<Locator> {
    const before = await this.page.locator('.react-flow__node').count()
    const item = this.page.locator(`[data-block="${kind}"]`)
    await item.scrollIntoViewIfNeeded()
    const from = await centreOf(item)
    const canvas = await boxOf(this.canvas)
    await this.page.mouse.move(from.x, from.y)
    await this.page.mouse.down()
    await this.page.mouse.move(from.x + 20, from.y + 8)
    await this.page.mouse.move(canvas.x + at.x, canvas.y + at.y, { steps: 6 })
    await this.page.mouse.up()
    await expect(this.page.locator('.react-flow__node')).toHaveCount(before + 1)
    return this.page.locator('.react-flow__node').last()
  }

  /** Returns a locator by the block's id, because the order of blocks on the page changes. */
  async blockNamed(block: Locator): Promise<Locator> {
    return this.page.locator(`.react-flow__node[data-id="${await block.getAttribute('data-id')}"]`)
  }

  /** Drags a wire from an output to an input; both by block and port id. */
  async connect(from: Locator, output: string, to: Locator, input: string): Promise<void> {
    const wires = await this.page.locator('.react-flow__edge').count()
    await this.dragWire(from, output, to, input)
    await expect(this.page.locator('.react-flow__edge')).toHaveCount(wires + 1)
  }

  /** With `hold` the mouse button stays down over the input. */
  async dragWire(from: Locator, output: string, to: Locator, input: string, { hold = false } = {}): Promise<void> {
    const start = await centreOf(from.locator(`.react-flow__handle.source[data-handleid="${output}"]`))
    const end = await centreOf(to.locator(`.react-flow__handle.target[data-handleid="${input}"]`))
    await this.page.mouse.move(start.x, start.y)
    await this.page.mouse.down()
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 })
    await this.page.mouse.move(end.x, end.y, { steps: 4 })
    if (!hold) await this.page.mouse.up()
  }

  /** Finds a wire by its accessible name: "Frames from Source to Model". */
  wire(name: string): Locator {
    return this.page.locator(`.react-flow__edge[aria-label="${name}"]`)
  }

  /** Drags a wire from an output to an empty position; `to` is relative to the canvas' top left. */
  async dropWire(from: Locator, output: string, to: CanvasPoint): Promise<void> {
    const start = await centreOf(from.locator(`.react-flow__handle.source[data-handleid="${output}"]`))
    const canvas = await boxOf(this.canvas)
    await this.page.mouse.move(start.x, start.y)
    await this.page.mouse.down()
    await this.page.mouse.move(canvas.x + to.x - 20, canvas.y + to.y, { steps: 4 })
    await this.page.mouse.move(canvas.x + to.x, canvas.y + to.y)
    await this.page.mouse.up()
  }

  /** Drags the end of a wire from its input to the input of another block. */
  async pullWireEnd(name: string, to: Locator, input: string): Promise<void> {
    const end = await boxOf(this.wire(name).locator('.react-flow__edgeupdater-target'))
    const port = await centreOf(to.locator(`.react-flow__handle.target[data-handleid="${input}"]`))
    await this.page.mouse.move(end.x + 3, end.y + end.height / 2)
    await this.page.mouse.down()
    await this.page.mouse.move((end.x + port.x) / 2, (end.y + port.y) / 2, { steps: 4 })
    await this.page.mouse.move(port.x, port.y, { steps: 4 })
    await this.page.mouse.up()
  }

  /** Drags with Shift over an empty part of the canvas; points are relative to its top left. */
  async boxSelect(from: CanvasPoint, to: CanvasPoint): Promise<void> {
    const canvas = await boxOf(this.canvas)
    await this.page.keyboard.down('Shift')
    await this.page.mouse.move(canvas.x + from.x, canvas.y + from.y)
    await this.page.mouse.down()
    await this.page.mouse.move(canvas.x + to.x, canvas.y + to.y, { steps: 6 })
    await this.page.mouse.up()
    await this.page.keyboard.up('Shift')
  }

  async select(block: Locator): Promise<void> {
    await block.click({ position: { x: 40, y: 16 } })
  }

  /** Chooses files in the dialog that `press` opens. */
  async choose(files: ChosenFile | readonly ChosenFile[], press: () => Promise<void>): Promise<void> {
    const all = [files].flat() as ChosenFile[]
    const setFiles = (chooser: FileChooser) => chooser.setFiles(all as string[])
    if (this.#dialogs) {
      // Some of the page's own dialogs exist as well: pressing shows which one opens.
      this.page.once('filechooser', setFiles)
      await this.#dialogs(all)
      return press()
    }
    const chooser = this.page.waitForEvent('filechooser')
    await press()
    await setFiles(await chooser)
  }

  chooseVideo(file: ChosenFile): Promise<void> {
    return this.choose(file, () => this.page.getByRole('button', { name: 'Choose video', exact: true }).click())
  }

  importModel(file: ChosenFile): Promise<void> {
    return this.choose(file, () => this.page.getByRole('button', { name: 'Import ONNX file' }).click())
  }

  /** Opens a file from the start screen. */
  openFile(file: ChosenFile): Promise<void> {
    return this.choose(file, () => this.page.getByRole('button', { name: 'Open file' }).click())
  }

  /** Expects a message at the edge of the window, and closes it so that the next one can be found alone. */
  async saysThat(message: string | RegExp): Promise<void> {
    const note = this.page.getByRole('alert').filter({ hasText: message })
    await expect(note).toBeVisible()
    await note.getByRole('button').last().click()
    await expect(note).toHaveCount(0)
  }

  /** Makes runs short: only this number of frames per second is processed. */
  async lookAtFramesPerSecond(source: Locator, rate: number): Promise<void> {
    await this.select(source)
    const field = this.settings().getByRole('textbox', { name: /^Sample rate/ })
    await field.fill(String(rate))
    await field.press('Tab')
    await this.isSaved()
  }

  /** Drops a file as if dragged in from the file manager. */
  async dropFile(name: string, bytes: Buffer): Promise<void> {
    const transfer = await this.page.evaluateHandle(
      ([fileName, base64]) => {
        const file = new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], fileName, { type: 'video/mp4' })
        const transfer = new DataTransfer()
        transfer.items.add(file)
        return transfer
      },
      [name, bytes.toString('base64')] as const,
    )
    const zone = this.page.getByTestId('drop-zone')
    for (const type of ['dragenter', 'dragover', 'drop']) await zone.dispatchEvent(type, { dataTransfer: transfer })
  }

  settings(): Locator {
    return this.page.locator('#editor-settings, [aria-label="Settings"]').last()
  }

  /** Picks an option of a select in the settings panel by the field's label. */
  async chooseSetting(label: string, option: string): Promise<void> {
    await this.settings().getByLabel(label, { exact: true }).click()
    await this.page.getByRole('option', { name: option, exact: true }).click()
  }

  /** The button may be marked as disabled and still shows the reason when pressed, so the click does not wait. */
  async pressRun(): Promise<void> {
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
    await this.page.getByRole('button', { name: 'Run', exact: true }).click({ force: true })
  }

  async runEnds(): Promise<void> {
    await expect(this.page.getByRole('button', { name: /Open results|Open run/ })).toBeVisible({ timeout: 180_000 })
  }

  async openResults(): Promise<void> {
    await this.page.getByRole('button', { name: 'Open results' }).click()
  }

  async isSaved(): Promise<void> {
    await expect(this.page.getByTestId('save-status')).toHaveText(/Saved/)
  }

  /** Presses the time line of a preview or a dialog at this fraction of its length. */
  async scrubTo(scope: Locator, share: number): Promise<void> {
    const slider = scope.getByRole('slider', { name: 'Time of the frame' })
    const line = await boxOf(slider.locator('xpath=ancestor::*[contains(@class, "mantine-Slider-root")]'))
    await this.page.mouse.click(line.x + line.width * share, line.y + line.height / 2)
  }

  async undo(): Promise<void> {
    await this.page.getByRole('button', { name: 'Undo', exact: true }).click()
  }
  async redo(): Promise<void> {
    await this.page.getByRole('button', { name: 'Redo', exact: true }).click()
  }

  async go(
    screen: 'Workflows' | 'Runs' | 'Data' | 'Models' | 'Evaluations' | 'Deployments' | 'Activity' | 'Settings',
  ): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen, exact: true }).click()
  }
}

export const titleOf = (kind: BlockKindName): string => BLOCKS[kind].title

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not on the screen')
  return box
}

async function centreOf(locator: Locator): Promise<CanvasPoint> {
  const box = await boxOf(locator)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
