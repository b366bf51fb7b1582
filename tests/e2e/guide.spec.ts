/** The user guide in the app: without a network, by mouse and by keyboard. */
import { axeFinds } from './axe.ts'
import { expect, test } from './studio-test.ts'

test('the guide opens from the rail, follows its links and displays its screenshots', async ({ page, studio }) => {
  const elsewhere: string[] = []
  const own = new URL(page.url()).host
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && host !== own) elsewhere.push(request.url())
  })
  await studio.go('Models')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Guide' }).click()
  const guide = page.getByRole('main')
  await expect(guide.getByRole('heading', { level: 2, name: 'Guide' })).toBeVisible()
  await guide
    .getByRole('navigation', { name: 'Pages of the guide' })
    .getByRole('link', { name: 'Results' })
    .first()
    .click()
  await expect(page).toHaveTitle('Guide: Results · Sightline')
  const picture = guide.getByRole('img', { name: 'A finished run' })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1440)
  await guide.getByRole('link', { name: 'near misses' }).click()
  const heading = guide.getByRole('heading', { name: 'Near misses' })
  await expect(heading).toBeInViewport()
  await expect(heading).toBeFocused()
  await page.goBack()
  await expect(page).toHaveTitle('Guide: Results · Sightline')
  await page.reload()
  await expect(guide.getByRole('heading', { level: 2, name: 'Results' })).toBeVisible()
  expect(elsewhere).toEqual([])
})

test('the guide is read and left by keyboard', async ({ page, studio }) => {
  await studio.go('Runs')
  await page.keyboard.press('F1')
  await expect(page).toHaveTitle('Guide · Sightline')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Close the guide' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'First workflow' }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'First workflow' })).toBeFocused()
  await studio.command('many files', 'Guide: Many files')
  await expect(page.getByRole('heading', { level: 2, name: 'Many files' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/#\/runs$/)
})

test('Escape closes the guide while the tooltip of its button is displayed', async ({ page, studio }) => {
  await studio.go('Models')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Guide' }).click()
  await expect(page).toHaveTitle('Guide · Sightline')
  await expect(page.getByRole('tooltip', { name: 'Guide' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/#\/models$/)
})

test('an empty state leads to the page that explains it', async ({ page, studio }) => {
  await studio.go('Runs')
  await page.getByRole('main').getByRole('link', { name: 'Learn more' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'First workflow' })).toBeVisible()
  await page.getByRole('link', { name: 'Close the guide' }).click()
  await expect(page).toHaveTitle('Runs · Sightline')
})

for (const colorScheme of ['dark', 'light'] as const) {
  test(`no page of the guide has a violation, ${colorScheme}`, async ({ page, studio }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 900, height: 700 })
    for (const name of ['overview', 'lines-and-zones', 'command-line', 'reference-results', 'nothing']) {
      await studio.goTo(`/guide/${name}`)
      await expect(page.getByRole('navigation', { name: 'Pages of the guide' })).toBeVisible()
      expect.soft(await axeFinds(page), name).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect.soft(overflow, name).toBeLessThanOrEqual(0)
    }
  })
}
