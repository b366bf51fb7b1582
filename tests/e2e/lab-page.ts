/** Steps of a person in the accuracy lab of a run. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { DemoRun } from './demo-run.ts'
import type { Studio } from './studio.ts'

const video = (page: Page): Locator => page.getByLabel('Video to watch')

/** Rows of the table of marks, including its header. */
export const marks = (page: Page): Locator => page.getByRole('table', { name: 'Marks' }).getByRole('row')

/** Media time, in seconds. */
export const timeOf = (page: Page): Promise<number> => video(page).evaluate((v: HTMLVideoElement) => v.currentTime)

export async function openLab(studio: Studio, { runId }: DemoRun): Promise<void> {
  const { page } = studio
  await studio.goTo(`/runs/${runId}`)
  await page.getByRole('link', { name: 'Check accuracy' }).click()
  await expect.poll(() => video(page).evaluate((v: HTMLVideoElement) => v.readyState)).toBeGreaterThan(1)
}

/** Uses the keyboard: seeks to the start, then second by second, then presses the key of the mark. */
export async function markAtSecond(page: Page, second: number, key: string): Promise<void> {
  await page.keyboard.press('Home')
  await expect.poll(() => timeOf(page)).toBeLessThan(0.1)
  for (let i = 1; i <= second; i++) {
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => timeOf(page)).toBeGreaterThan(i - 0.1)
  }
  await expect
    .poll(async () => Math.abs(Number(await page.getByTestId('overlay').getAttribute('data-time-s')) - second))
    .toBeLessThan(0.1)
  await page.keyboard.press(key)
}
