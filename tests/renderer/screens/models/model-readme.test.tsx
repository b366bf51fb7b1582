import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ModelReadme } from '../../../../src/renderer/screens/models/model-readme.tsx'

afterEach(cleanup)

const show = (text: string) => render(<ModelReadme text={text} />).container

const textsOf = (elements: readonly HTMLElement[]) => elements.map((e) => e.textContent)

test('identical items and rows are all shown', () => {
  show('- fine\n- fine\n\n| class | AP |\n| --- | --- |\n| car | 0.5 |\n| car | 0.5 |')
  expect(textsOf(screen.getAllByRole('listitem'))).toEqual(['fine', 'fine'])
  expect(textsOf(screen.getAllByRole('columnheader'))).toEqual(['class', 'AP'])
  expect(textsOf(screen.getAllByRole('cell'))).toEqual(['car', '0.5', 'car', '0.5'])
})

test('nested and numbered lists keep their order and depth', () => {
  show('1. train\n   - day\n   - night\n2. export')
  const [outer, inner] = screen.getAllByRole('list')
  expect(outer?.tagName).toBe('OL')
  expect(textsOf(within(inner as HTMLElement).getAllByRole('listitem'))).toEqual(['day', 'night'])
})

test('code is shown verbatim', () => {
  const container = show('Use `--half`:\n\n```sh\n# export\nyolo export  format=onnx\n```')
  expect(container.querySelector('p code')?.textContent).toBe('--half')
  expect(container.querySelector('pre')?.textContent).toBe('# export\nyolo export  format=onnx\n')
})

test('headings start below the title of the dialog', () => {
  show('# Detector\n\n## Data\n\n### Splits')
  expect(screen.getAllByRole('heading').map((h) => [h.tagName, h.textContent])).toEqual([
    ['H3', 'Detector'],
    ['H3', 'Data'],
    ['H4', 'Splits'],
  ])
})

test('only secure links are links, and they open externally', () => {
  const container = show(
    '[paper](https://example.com/p) [old](http://example.com/) [script](javascript:alert(1)) [file](./a.md) [up](#top)',
  )
  const link = screen.getByRole('link')
  expect([link.textContent, link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    'paper',
    'https://example.com/p',
    '_blank',
  ])
  expect(container.textContent).toBe('paper old script file up')
})

test('nothing is loaded or run, and the metadata of model hubs is hidden', () => {
  const container = show(
    '---\nlicense: mit\n---\n# Name\n\n![a street](https://example.com/a.png) <b onclick="x()">bold</b>\n\n<script>x()</script>\n\n<img src="https://example.com/b.png">\n\n- [x] done\n\nSee.[^1]\n\n[^1]: A note',
  )
  expect(container.querySelectorAll('img, script, b, input, iframe')).toHaveLength(0)
  expect(container.textContent).toContain('a street bold')
  expect(container.textContent).not.toContain('license')
  expect(container.textContent).not.toContain('x()')
  expect(screen.getByRole('heading', { name: 'Notes' })).toBeTruthy()
})
