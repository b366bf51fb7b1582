/** Names in files that hold sequences for terminals, or lines that look like messages of the program or commands of a CI system. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { guarded, issueLine, tableOf } from '../../src/cli/terminal.ts'
import { logJsonToStderr, logToStderr } from '../../src/platform/machine/log.ts'
import { logText } from '../../src/shared/domain/log-text.ts'
import { oneLine, printable, printableIn } from '../../src/shared/domain/printable.ts'
import { warmSightline } from '../cli/cli.ts'
import { testFolder } from '../engine/support/test-folder.ts'

/** Clears the screen, retitles the window, begins a line with a command of GitHub Actions, and reverses what follows. */
const HOSTILE = 'car\u001b[2J\u001b]0;gone\u0007\n::error::All is well\r\u009b31m\u202e\u2028\ud800'
const SHOWN = 'car\\u001b[2J\\u001b]0;gone\\u0007\\n::error::All is well\\r\\u009b31m\\u202e\\u2028\\ud800'

/** Nothing that a terminal obeys, but for the ends of lines. */
function expectPlain(text: string): void {
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cs}|[\u2028\u202e]/u)
  expect(text).not.toMatch(/^\s*::/m)
}

afterEach(() => {
  process.exitCode = undefined
  vi.restoreAllMocks()
})

describe('a text from a file', () => {
  it('is shown with escapes that JSON has too', () => {
    expect(oneLine(HOSTILE)).toBe(SHOWN)
    expect(JSON.parse(`"${oneLine('\u009b\u2028\t')}"`)).toBe('\u009b\u2028\t')
    expect(oneLine('Straße 漢字 👩‍🚗')).toBe('Straße 漢字 👩‍🚗')
  })

  it('keeps the lines of a table that is made of escaped names', () => {
    expect(printable('a\nb\u001b')).toBe('a\nb\\u001b')
    expect(printableIn({ [HOSTILE]: [HOSTILE, 1, null] })).toEqual({ [SHOWN]: [SHOWN, 1, null] })
    expectPlain(
      tableOf([
        ['Name', 'Kind'],
        [HOSTILE, 'x'],
      ]),
    )
  })

  it('stays on the line of an issue, of a log and of a failure', async () => {
    const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const issue = { code: 'config.invalid', severity: 'error', message: HOSTILE, node_id: HOSTILE } as const
    const line = { at: '2026-01-01', level: 'warning', message: HOSTILE, node_id: null } as const
    logToStderr('error', HOSTILE, new Error(HOSTILE))
    logJsonToStderr('error', HOSTILE, new Error(HOSTILE))
    await guarded(() => Promise.reject(new Error(HOSTILE)))
    const texts = [issueLine(issue as never), logText(line), ...printed.mock.calls.map(([text]) => `${text}`)]
    expect(texts).toHaveLength(5)
    for (const text of texts) {
      expect(text).toContain('::error::')
      expectPlain(text.replace('warning', ''))
    }
  })
})

it('validate prints names of a workflow file as one line each', async () => {
  const folder = testFolder()
  const graph = { version: 1, nodes: [{ id: HOSTILE, type: 'model', config: { [HOSTILE]: 1 } }], edges: [] }
  writeFileSync(join(folder, 'a.json'), JSON.stringify(graph))
  const { stdout, stderr } = await warmSightline(['validate', 'a.json'], folder)
  expect(stdout).toContain('::error::')
  expectPlain(stdout + stderr)
})

it('measure prints names of lines as one line each', async () => {
  const folder = testFolder()
  const lines = [
    {
      name: HOSTILE.replace('\ud800', ''),
      points: [
        [0, 0.5],
        [1, 0.5],
      ],
    },
  ]
  writeFileSync(join(folder, 'lines.json'), JSON.stringify({ lines }))
  writeFileSync(join(folder, 'tracks.txt'), '1,1,10,10,5,5,1,-1,-1,-1\n')
  const options = ['--size', '100x100', '--fps', '25', '--geometry', 'lines.json']
  const { stdout, stderr } = await warmSightline(['measure', 'tracks.txt', ...options], folder)
  expect(stdout).toContain('::error::')
  expectPlain(stdout + stderr)
})
