/** Labels of workers, and the shares of organizations, as operators type them. */
import { Command, CommanderError } from 'commander'
import { expect, it } from 'vitest'
import { type LabelOptions, withLabels } from '../../src/cli/server-options.ts'
import { setShareCommand } from '../../src/cli/shares-command.ts'
import type { ShareChange } from '../../src/platform/work/administration/shares.ts'

const quiet = (command: Command) => command.exitOverride().configureOutput({ writeErr: () => undefined })

const labelsOf = (...args: string[]) =>
  quiet(withLabels(new Command())).parse(args, { from: 'user' }).opts<LabelOptions>().labels

it('takes labels once each, and none by default', () => {
  expect(labelsOf()).toEqual([])
  expect(labelsOf('--labels', 'gpu, eu,gpu')).toEqual(['gpu', 'eu'])
})

it.each(['', 'gpu,', 'GPU', 'two words', '-gpu', 'none', 'server', 'x'.repeat(41)])(
  'refuses the labels “%s”',
  (text) => {
    expect(() => labelsOf('--labels', text)).toThrow(CommanderError)
  },
)

async function changeOf(...args: string[]): Promise<ShareChange | undefined> {
  let given: ShareChange | undefined
  const command = setShareCommand(async (_, slug, change) => {
    expect(slug).toBe('acme')
    given = change
  })
  await quiet(command).parseAsync(['acme', ...args], { from: 'user' })
  return given
}

it('changes only the parts of a share that are given; none removes a limit', async () => {
  expect(await changeOf('--weight', '3')).toEqual({ weight: 3 })
  expect(await changeOf('--runs', 'none', '--label', 'eu')).toEqual({ runs_at_most: null, label: 'eu' })
  expect(await changeOf('--label', 'none')).toEqual({ label: null })
})

it.each([[[]], [['--weight', '0']], [['--weight', '1.5']], [['--runs', '-1']], [['--label', 'E U']]])(
  'refuses a share of %j',
  async (args) => {
    await expect(changeOf(...args)).rejects.toThrow()
  },
)
