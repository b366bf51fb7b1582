/** The Studio from a server: the first owner works in it, invites a person who only reads, and signs out. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { axeFinds } from './axe.ts'
import { root } from './host.ts'
import { servePlatform } from './served-platform.ts'
import { Studio } from './studio.ts'
import { expect, test } from './studio-test.ts'

test('people sign in to a server and work in its Studio, each with their role', async ({ page, browser }) => {
  const served = await servePlatform()
  const guests = await browser.newContext()
  try {
    await page.goto(served.baseUrl)
    await expect(page).toHaveURL(`${served.baseUrl}/sign-in`)

    const studio = new Studio(page)
    await page.goto(served.ownerLink)
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByLabel(/^Password/).fill('correct horse')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL(`${served.baseUrl}/`)

    await studio.tryTheDemo()
    const source = studio.block('Street crossing')
    await studio.select(source)
    const buffer = readFileSync(join(root, 'resources/demo/street-crossing.mp4'))
    await studio.chooseVideo({ name: 'Uploaded.mp4', mimeType: 'video/mp4', buffer })
    await expect(studio.settings()).toContainText('Uploaded.mp4')
    await studio.lookAtFramesPerSecond(source, 1)
    await studio.isSaved()
    const workflow = page.url()
    await studio.pressRun()
    await studio.runEnds()
    await studio.openResults()
    await expect(page.getByRole('table', { name: 'Main road' })).toBeVisible()
    const played = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState)
    await expect.poll(played).toBeGreaterThan(0)

    await studio.goTo('/settings')
    await expect(page.getByText('Signed in as Ada Lovelace')).toBeVisible()
    await expect(page.getByText('ada@example.com, My organization, role Owner')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add server' })).toHaveCount(0)
    expect(await axeFinds(page)).toEqual([])

    await studio.goTo('/settings/organization')
    await page.getByLabel('E-mail address').fill('vera@example.com')
    await page.getByRole('combobox', { name: 'Role' }).last().click()
    await page.getByRole('option', { name: 'Viewer' }).click()
    await page.getByRole('button', { name: /^Invite/ }).click()
    await expect(page.getByRole('row', { name: /vera@example\.com/ })).toContainText('Pending')
    const mails = await (await page.request.get(`${served.baseUrl}/api/v1/developer/organizations/outbox`)).text()
    const [link = ''] = /http:[^\s"\\]+/.exec(mails) ?? []

    const theirs = await guests.newPage()
    const guest = new Studio(theirs)
    await theirs.goto(link)
    await theirs.getByLabel('Your name').fill('Vera Rubin')
    await theirs.getByLabel(/^Password/).fill('a long password')
    await theirs.getByRole('button', { name: /^Join|^Accept/ }).click()
    await theirs.goto(served.baseUrl)
    await theirs.getByLabel('E-mail address').fill('vera@example.com')
    await theirs.getByLabel('Password').fill('a long password')
    await theirs.getByRole('button', { name: 'Sign in' }).click()
    await guest.open(workflow)
    await expect(guest.block('Street crossing')).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Run', exact: true })).toBeDisabled()

    await guest.goTo('/settings')
    await theirs.getByRole('link', { name: 'Sessions and sign-out' }).click()
    await theirs.getByRole('link', { name: 'Open the Studio' }).click()
    await guest.goTo('/settings')
    const other = await guests.newPage()
    await other.goto(`${served.baseUrl}/account`)
    await other.getByRole('button', { name: 'Sign out' }).click()
    await expect(other).toHaveURL(`${served.baseUrl}/sign-in`)
    await expect(theirs.getByText(/^Your session has ended/)).toBeVisible()
    await expect(theirs.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in')

    await page.bringToFront()
    await studio.goTo('/')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  } finally {
    await guests.close()
    await served.stop()
  }
})
