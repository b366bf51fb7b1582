/** WCAG 2.2 A and AA, as far as a machine can check, on every screen of the Studio, in the dark and the light theme. */
import type { Page } from '@playwright/test'
import { axeFinds } from './axe.ts'
import type { DemoRun } from './demo-run.ts'
import type { Studio } from './studio.ts'
import { expect, test } from './studio-test.ts'

/** The rules that depend on colours and places. */
const OF_LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size']

interface Look {
  colorScheme: 'dark' | 'light'
  size: { width: number; height: number }
  /** All by default. */
  rules?: readonly string[]
}

/** Both themes, one of them in a small window, where more is clipped or scrolled. */
const LOOKS: readonly Look[] = [
  { colorScheme: 'dark', size: { width: 1440, height: 900 } },
  // The elements, their names and roles are the same in both.
  { colorScheme: 'light', size: { width: 1024, height: 620 }, rules: OF_LOOKS },
]

/** A screen, and the steps to it from the previous one. A new screen or dialog takes one more line. */
type Place = readonly [name: string, open: (studio: Studio) => Promise<unknown>]

const press = (keys: string) => (studio: Studio) => studio.page.keyboard.press(keys)
const opens = async (studio: Studio, role: 'dialog' | 'menu' | 'region', name: string | RegExp) =>
  expect(studio.page.getByRole(role, { name })).toBeVisible()

const BEFORE_ANY_WORK: readonly Place[] = [
  ['start', ({ page }) => expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible()],
  ['all commands', (s) => press('ControlOrMeta+k')(s).then(() => opens(s, 'dialog', 'All commands'))],
  ['guided tour', (s) => press('Escape')(s).then(() => startTour(s))],
  ['runs, none yet', (s) => leaveTour(s).then(() => s.go('Runs'))],
  ['models', (s) => s.go('Models').then(() => heading(s, 'street-detector'))],
  ['model card', (s) => s.page.getByRole('button', { name: 'Model card' }).click()],
  [
    'page of a model',
    (s) =>
      press('Escape')(s)
        .then(() => s.page.getByRole('link', { name: 'street-detector' }).click())
        .then(() => heading(s, 'Used by')),
  ],
  ['evaluations, none yet', (s) => s.go('Evaluations').then(() => heading(s, 'No evaluations yet'))],
  ['settings', (s) => s.go('Settings')],
  ['activity', (s) => s.go('Activity').then(() => expect(s.page.getByText('No notifications yet')).toBeVisible())],
  ['activity, jobs', (s) => s.goTo('/activity/jobs').then(() => expect(s.page.getByText('No jobs yet')).toBeVisible())],
  [
    'activity, webhooks',
    (s) => s.goTo('/settings/webhooks').then(() => expect(s.page.getByText('No receivers yet')).toBeVisible()),
  ],
  [
    'settings, usage',
    (s) => s.goTo('/settings/usage').then(() => expect(s.page.getByText(/^This is an installation/)).toBeVisible()),
  ],
  [
    'settings, audit',
    (s) => s.goTo('/settings/audit').then(() => expect(s.page.getByText(/^Changes of the organ/)).toBeVisible()),
  ],
  ['guide', (s) => s.goTo('/guide/results').then(() => heading(s, 'Results'))],
]

const WHILE_EDITING: readonly Place[] = [
  [
    'guided tour in the editor',
    (s) =>
      s
        .go('Workflows')
        .then(() => startTour(s))
        .then(() => tourInEditor(s)),
  ],
  ['editor', (s) => leaveTour(s)],
  ['editor with a block selected', (s) => s.lookAtFramesPerSecond(s.block('Street crossing'), 2)],
  ['outline', (s) => openOutline(s)],
  ['outline, all actions', (s) => press('Shift+F10')(s).then(() => opens(s, 'dialog', /^Actions for/))],
  [
    'outline, what can be added',
    (s) =>
      press('Escape')(s)
        .then(press('+').bind(null, s))
        .then(() => opens(s, 'dialog', /^Add a block after/)),
  ],
  ['editor with problems', (s) => press('Escape')(s).then(() => withProblems(s))],
  ['context menu', (s) => s.block('Street crossing').click({ button: 'right', position: { x: 40, y: 16 } })],
  ['keyboard shortcuts', (s) => press('Escape')(s).then(() => s.command('keyboard short', 'Keyboard shortcuts'))],
  ['file menu', (s) => press('Escape')(s).then(() => s.page.getByRole('button', { name: 'Workflow file' }).click())],
  ['versions', (s) => press('Escape')(s).then(() => openVersions(s))],
  ['lines and zones', (s) => press('Escape')(s).then(() => openGeometry(s))],
]

/** Screens with the results of a run. */
const afterRun = ({ workflowId, runId }: DemoRun): readonly Place[] => [
  ['workflows', (s) => expect(s.page.getByRole('textbox', { name: 'Search workflows' })).toBeVisible()],
  ['editor after a run', (s) => s.goTo(`/workflows/${workflowId}`).then(() => expect(s.canvas).toBeVisible())],
  ['runs', (s) => s.go('Runs').then(() => expect(s.page.getByRole('row', { name: /Completed/ })).toBeVisible())],
  ['lab', (s) => s.goTo(`/lab/${runId}`).then(() => screenTitle(s))],
  ['comparison', (s) => s.goTo(`/compare/${runId}/${runId}`).then(() => screenTitle(s))],
  ['batches', (s) => s.goTo('/batches').then(() => screenTitle(s))],
  ['run', (s) => s.goTo(`/runs/${runId}`).then(() => expect(countTable(s)).toBeVisible())],
]

/** A dialog that takes all presses and keys: what it covers is no target, and was checked before it opened. */
const MODAL = '[aria-modal="true"]'

/** Lists the violations on the current page: rule, element, and reason. */
async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // The canvas follows a change of its size in the next frames. Colours in the middle of a transition are not checked.
  await page.evaluate(async () => {
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame)
    const ends = document.getAnimations().map((a) => Promise.race([a.finished, new Promise((r) => setTimeout(r, 500))]))
    await Promise.allSettled(ends)
  })
  const isCovered = await page.locator(MODAL).filter({ visible: true }).count()
  return axeFinds(page, { ...(isCovered && { within: MODAL }), ...(rules && { rules }) })
}

/** Visits the screens with one theme and window size, because changing the theme takes a page longer than axe does. */
async function visit(studio: Studio, { colorScheme, size, rules }: Look, places: readonly Place[]): Promise<void> {
  const { page } = studio
  const usual = page.viewportSize() ?? size
  // Emulates the system setting, which the Studio follows.
  await page.emulateMedia({ colorScheme })
  await expect(page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`)).toBeAttached()
  for (const [name, open] of places) {
    await test.step(name, async () => {
      await open(studio)
      await page.setViewportSize(size)
      expect.soft(await violations(page, rules), `${name}, ${colorScheme}`).toEqual([])
      await page.setViewportSize(usual)
    })
  }
}

test.use({ hostFor: 'worker', contextOptions: { reducedMotion: 'reduce' } })

test.describe('the screens from the first start to an edited workflow have no violations', () => {
  test.use({ hostFor: 'test' })
  for (const look of LOOKS) {
    test(look.colorScheme, ({ studio }) => visit(studio, look, [...BEFORE_ANY_WORK, ...WHILE_EDITING]))
  }
})

test('targets too small for touch are detected', async ({ page, studio }) => {
  await studio.go('Workflows')
  await page.getByRole('main').evaluate((main) => {
    const small = '<button style="width: 12px; height: 12px; padding: 0">x</button>'
    main.insertAdjacentHTML('afterbegin', `<div style="display: flex">${small}${small}</div>`)
  })
  expect((await violations(page)).join()).toContain('target-size')
})

test('forced colours keep selections, switches, sliders and dialogs visible', async ({ page, studio }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  /** Expects the outline that replaces a background in forced colours. */
  const framed = (selector: string, width: number) =>
    expect(page.locator(selector).filter({ visible: true }).first()).toHaveCSS('outline', RegExp(`solid ${width}px$`))
  await studio.go('Settings')
  await framed('.mantine-SegmentedControl-control:has(:checked)', 2)
  await framed('.mantine-Switch-track', 1)
  const notChosen = page.locator('.mantine-SegmentedControl-control:not(:has(:checked))').first()
  await expect(notChosen).toHaveCSS('outline-style', 'none')
  await studio.go('Workflows')
  await page.getByRole('button', { name: 'Count at a line', exact: true }).click()
  await studio.select(studio.block('Street detector'))
  await framed('.mantine-Slider-track', 1)
  await framed('.react-flow__node.selected', 2)
  await studio.select(studio.block('Street detector'))
  await page.keyboard.press('Shift+H')
  await framed('.mantine-Modal-content', 1)
})

test.describe('the screens after a run have no violations', () => {
  test.use({ hostData: 'demoRun', hostFor: 'file' })
  for (const look of LOOKS) {
    test(`every screen, ${look.colorScheme}`, async ({ page, studio, demoRun }) => {
      await visit(studio, look, afterRun(demoRun))
      for (const tab of await page.getByRole('tab').all()) {
        await visit(studio, look, [[`run, ${await tab.textContent()}`, () => tab.click()]])
      }
    })
  }

  test('the keyboard skips to the content, its focus is visible, and dialogs restore it', async ({ page, studio }) => {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    for (const screen of ['Workflows', 'Runs', 'Models', 'Settings'] as const) {
      await test.step(screen, async () => {
        await studio.go(screen)
        await expect(page).toHaveTitle(/ · Sightline$|^Sightline$/)
        await hasNoTrap(page)
      })
    }
    const models = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Models' })
    await models.focus()
    await page.keyboard.press('ControlOrMeta+k')
    await opens(studio, 'dialog', 'All commands')
    await page.keyboard.press('Escape')
    await expect(models).toBeFocused()
  })
})

/** Tabs through everything and around; every stop has a name, is visible, and shows its focus. */
async function hasNoTrap(page: Page): Promise<void> {
  const seen: string[] = []
  await page.getByRole('button', { name: 'Skip to content' }).focus()
  for (let i = 0; i < 150; i++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const e = document.activeElement
      if (!e || e === document.body) return null
      // A focused field has another border than at rest.
      const looksFocused = (field: HTMLElement) => {
        const looks = () => {
          const { borderColor, boxShadow, outlineStyle } = getComputedStyle(field)
          return [borderColor, boxShadow, outlineStyle].join()
        }
        field.style.transition = 'none'
        const focused = looks()
        field.blur()
        const atRest = looks()
        field.focus()
        return focused !== atRest
      }
      // The visible stand-in of a hidden radio button or checkbox follows it.
      const seen = e.getBoundingClientRect().width > 0 ? e : (e.nextElementSibling ?? e)
      const box = seen.getBoundingClientRect()
      const marked = e.matches('input, textarea, select')
        ? looksFocused(e as HTMLElement)
        : // A link that covers its card has its ring around the card.
          [getComputedStyle(e), getComputedStyle(e, '::after')].some(
            (style) => style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2,
          )
      return {
        what: `${e.tagName} ${e.id} ${e.className} ${Math.round(box.x)},${Math.round(box.y)}`,
        problem: marked ? (box.width > 0 && box.height > 0 ? '' : 'has no size') : 'shows no focus ring',
      }
    })
    if (stop === null || seen.includes(stop.what)) break
    expect.soft(stop.problem, stop.what).toBe('')
    seen.push(stop.what)
  }
  expect(seen.length).toBeGreaterThan(5)
  expect(seen.length).toBeLessThan(150)
}

const heading = ({ page }: Studio, name: string) => expect(page.getByRole('heading', { name })).toBeVisible()
const countTable = ({ page }: Studio) => page.getByRole('table', { name: 'Main road' })
const screenTitle = ({ page }: Studio) => expect(page.getByRole('heading', { level: 1 })).toBeVisible()

async function startTour(studio: Studio): Promise<void> {
  await studio.page.getByRole('button', { name: 'Take the tour' }).click()
  await opens(studio, 'region', 'Guided tour')
}

async function tourInEditor(studio: Studio): Promise<void> {
  await studio.tryTheDemo()
  await expect(studio.page.getByRole('heading', { name: 'The source provides frames' })).toBeVisible()
}

async function leaveTour({ page }: Studio): Promise<void> {
  await page.getByRole('button', { name: 'Leave the tour' }).click()
  await expect(page.getByRole('region', { name: 'Guided tour' })).toHaveCount(0)
}

async function openOutline({ page }: Studio): Promise<void> {
  await page.getByRole('button', { name: 'Show the outline' }).click()
  await page.getByRole('treeitem', { name: /^Track/ }).click()
  await expect(page.getByRole('treeitem', { name: /^Track/ })).toBeFocused()
}

async function withProblems(studio: Studio): Promise<void> {
  await studio.page.getByRole('button', { name: 'Hide the outline' }).click()
  await studio.dragBlock('filter', { x: 420, y: 60 })
  await studio.page.getByRole('button', { name: /^Problems/ }).click()
  await expect(studio.page.getByRole('list', { name: 'Problems' })).toBeVisible()
}

async function openVersions(studio: Studio): Promise<void> {
  await studio.canvas.click({ position: { x: 20, y: 20 } })
  await studio.page.keyboard.press('Shift+H')
  await opens(studio, 'dialog', 'Versions')
}

async function openGeometry(studio: Studio): Promise<void> {
  await studio.undo()
  await studio.select(studio.block('Count at two lines'))
  await studio.page.getByRole('button', { name: 'Edit on the frame…' }).click()
  await opens(studio, 'dialog', 'Lines and zones')
}
