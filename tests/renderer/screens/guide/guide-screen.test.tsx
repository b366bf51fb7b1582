import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GuideScreen } from '../../../../src/renderer/screens/guide/guide-screen.tsx'
import { createFakeHost } from '../../fake-host.ts'
import { renderWith } from '../../render.tsx'

beforeEach(() => {
  window.location.hash = '#/guide'
})
afterEach(cleanup)

const show = (page?: string, section?: string) =>
  renderWith(createFakeHost(), <GuideScreen page={page} section={section} backTo="#/runs" />)
const Guide = ({ page }: { page: string }) => (
  <MantineProvider env="test">
    <GuideScreen page={page} backTo="#/" />
  </MantineProvider>
)
const contents = () => within(screen.getByRole('navigation', { name: 'Pages of the guide' }))

describe('the guide', () => {
  test('opens at its overview, with all pages listed', () => {
    show()
    expect(screen.getByRole('heading', { level: 2, name: 'Guide' })).toBeTruthy()
    expect(contents().getByRole('link', { current: 'page' }).textContent).toBe('Overview')
    expect(contents().getByRole('link', { name: 'Lines and zones' }).getAttribute('href')).toBe(
      '#/guide/lines-and-zones',
    )
    expect(contents().getByRole('link', { name: 'SAM 3' }).getAttribute('href')).toBe('#/guide/reference-sam3')
    expect(document.title).toBe('Guide · Sightline')
  })

  test('displays a page with its sections, screenshots and links to other pages', () => {
    const { container } = show('results')
    expect(document.title).toBe('Guide: Results · Sightline')
    expect(contents().getByRole('link', { name: 'Layers' }).getAttribute('href')).toBe('#/guide/results/layers')
    expect(container.querySelector('h3#layers')?.textContent).toBe('Layers')
    expect(screen.getByRole('img', { name: 'A finished run' }).getAttribute('src')).toMatch(/run-(dark|light)/)
    expect(screen.getByRole('link', { name: 'near misses' }).getAttribute('href')).toBe(
      '#/guide/lines-and-zones/near-misses',
    )
  })

  test('moves the focus to the section that its address names', () => {
    show('lines-and-zones', 'near-misses')
    expect(document.activeElement?.textContent).toBe('Near misses')
  })

  test('moves the focus to the title of the next page', () => {
    const { rerender } = render(<Guide page="models" />)
    rerender(<Guide page="data" />)
    expect(document.activeElement?.textContent).toBe('Data sets')
  })

  test('is in English for screen readers too', () => {
    const { container } = show('models')
    expect(container.querySelector('h2#models')?.closest('[lang]')?.getAttribute('lang')).toBe('en')
  })

  test('leads to the page before and after', () => {
    show('data')
    const between = within(screen.getByRole('navigation', { name: 'Pages before and after' }))
    expect(between.getAllByRole('link').map((link) => link.textContent)).toEqual(['← Many files', 'Deployments →'])
  })

  test('says that it has no such page', () => {
    show('nothing')
    expect(screen.getByRole('link', { name: 'Open the overview' }).getAttribute('href')).toBe('#/guide')
  })

  test('closes with Escape, to the screen from which it was opened', async () => {
    show()
    await userEvent.keyboard('{Escape}')
    expect(window.location.hash).toBe('#/runs')
  })
})
