import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { adminCommand } from '../../src/cli/admin-command.ts'
import { backupCommand, restoreCommand } from '../../src/cli/backup-command.ts'
import { devicesCommand } from '../../src/cli/devices-command.ts'
import { mcpCommand } from '../../src/cli/mcp-command.ts'
import { measureCommand } from '../../src/cli/measure-command.ts'
import { modelsCommand } from '../../src/cli/models-command.ts'
import { runCommand } from '../../src/cli/run-command.ts'
import { serveCommand, workerCommand } from '../../src/cli/serve.ts'
import { evaluateCommand, trackCommand } from '../../src/cli/track-command.ts'
import { validateCommand } from '../../src/cli/validate-command.ts'
import { webhooksCommand } from '../../src/cli/webhooks-command.ts'
import { anchorsOf, docProblems, type KnownCommand, type KnownNames } from '../../tools/check/docs.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).split(sep).join('/'))

const folders = ['bench', 'bin', 'docs', 'resources', 'src', 'tests', 'tools']
const atRoot = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => entry.name)
const files = [...atRoot, ...folders.flatMap(filesBelow)]
const documents = files.filter(
  (file) =>
    ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].includes(file) || /^docs\/.*\.md$/.test(file),
)

const knownCommand = (command: Command): KnownCommand => ({
  options: command.options.flatMap((option) => option.long ?? []),
  ...(command.commands.length > 0 && {
    commands: Object.fromEntries(command.commands.map((sub) => [sub.name(), knownCommand(sub)])),
  }),
})
const commands = [
  ...[runCommand(), validateCommand(), modelsCommand(), trackCommand(), measureCommand(), evaluateCommand()],
  ...[
    devicesCommand(),
    webhooksCommand(),
    mcpCommand(),
    serveCommand('0.0.0'),
    workerCommand('0.0.0'),
    adminCommand(),
    backupCommand(),
    restoreCommand(),
  ],
]

/** Every string of a source file that could be a label, with `\0` for each filled-in part. */
const stringsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/'((?:[^'\\\n]|\\.)+)'|`((?:[^`\\]|\\.)+)`/g)].map(([, plain, template]) =>
    plain === undefined ? (template ?? '').replaceAll(/\$\{[^}]*\}/g, '\0') : plain.replaceAll(/\\(.)/g, '$1'),
  )
const labels = [
  ...files.filter((file) => file.startsWith('src/renderer/texts/en/')).flatMap(stringsOf),
  ...files.filter((file) => file.startsWith('src/shared/blocks/')).flatMap(stringsOf),
  ...['src/renderer/screens/runs/run-results.tsx', 'src/shared/domain/template-cards.ts'].flatMap(stringsOf),
  ...stringsOf('src/platform/accounts/sign-in/second-factor-texts.ts'),
  ...filesBelow('resources/templates').map((file): string => JSON.parse(textOf(file)).name),
]
const databases = files
  .filter((file) => /^src\/.*\.ts$/.test(file))
  .flatMap((file) => [...textOf(file).matchAll(/'([\w-]+\.db)'/g)].map(([, name = '']) => name))

const known: KnownNames = {
  files,
  databases,
  textOf,
  scripts: Object.keys(JSON.parse(textOf('package.json')).scripts),
  commands: Object.fromEntries(commands.map((command) => [command.name(), knownCommand(command)])),
  labels: null,
}

describe('names in the documents', () => {
  it.each(documents)('of %s are those of the repository', (file) => {
    const isGuide = file.startsWith('docs/guide/')
    expect(docProblems(file, textOf(file), { ...known, labels: isGuide ? labels : null })).toEqual([])
  })

  it('include every command that the command line has', () => {
    const ofCli = [...textOf('src/cli/cli.ts').matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name)
    expect(ofCli.sort()).toEqual(Object.keys(known.commands).sort())
  })
})

describe('a planted name', () => {
  const page = '# A page\n\n## Runs & results\n\n## Runs & results\n'
  const planted: KnownNames = {
    files: ['README.md', 'docs/page.md', 'docs/shot.png', 'src/shared/blocks/crop.ts', 'tests/e2e/run.spec.ts'],
    scripts: ['check', 'sightline'],
    commands: {
      run: { options: ['--out'] },
      models: { options: [], commands: { list: { options: ['--json'] } } },
    },
    databases: ['sightline.db'],
    labels: ['Run', 'Retry failed (\0)', '\0 %'],
    textOf: (file) => (file === 'docs/page.md' ? page : ''),
  }
  const problems = (text: string) => docProblems('docs/page.md', text, planted).map((p) => p.replace(/^.*?: /, ''))

  it('is found in a link, an image or an anchor', () => {
    const text = '[a](gone.md) ![b](lost.png) [c](page.md#none) [![d](shot.gif)](../README.md)\n\n[e]: ../src/none.ts\n'
    expect(problems(text).sort()).toEqual([
      'the link ../src/none.ts leads to no file',
      'the link gone.md leads to no file',
      'the link lost.png leads to no file',
      'the link page.md#none leads to no heading',
      'the link shot.gif leads to no file',
    ])
    expect(
      problems('[a](../README.md) ![b](shot.png) [c](#runs--results-1) [d](https://x.org/y) [e](../src/)'),
    ).toEqual([])
    expect(problems('`[a](gone.md)`\n\n```md\n[a](gone.md)\n```\n')).toEqual([])
    expect(anchorsOf(page)).toEqual(['a-page', 'runs--results', 'runs--results-1'])
  })

  it('is found in a path', () => {
    expect(problems('`src/shared/blocks/zoom.ts`, `tests/none/` and `tools/check.mjs`')).toHaveLength(3)
    expect(problems('`src/shared/blocks/<kind>.ts`, `tests/**/*.spec.ts`, `src/shared/{blocks,graph}`')).toEqual([])
    expect(problems('`shared/blocks/crop.ts`, `images/crops`, `application/json`')).toEqual([])
    expect(problems('`shared/blocks/none.ts`')).toEqual(['the path src/shared/blocks/none.ts leads to no file'])
    expect(problems('`crop.ts` and `zoom.ts`')).toEqual(['the path zoom.ts leads to no file'])
    expect(problems('`node tools/none.mjs --all`')).toEqual(['the path tools/none.mjs leads to no file'])
    expect(problems('`src/shared/*.ts`')).toEqual(['the path src/shared/*.ts leads to no file'])
  })

  it('is found in a script, a command or an option', () => {
    expect(problems('Run `npm run lint`, or `npm run check`.')).toEqual(['package.json has no script “lint”'])
    expect(problems('`sightline walk`, `sightline run --in x --out y`, `sightline models drop`')).toEqual([
      'there is no command “sightline walk”',
      '“sightline run” has no option --in',
      'there is no command “sightline models drop”',
    ])
    expect(problems('```sh\nnpm run -s sightline -- models list --csv   # a comment\n```\n')).toEqual([
      '“sightline models list” has no option --csv',
    ])
    expect(problems('`sightline models`, `sightline models list --json`, `sightline <command> --help`')).toEqual([])
  })

  it('is found in a database or a label', () => {
    expect(problems('`sightline.db` and `data/runs.db`')).toEqual(['src opens no database “runs.db”'])
    expect(problems('**Run**, **Retry failed (2)**, **Go\nhome** and **Save 3 %**')).toEqual([
      'the app shows no “Go home”',
      'the app shows no “Save 3 %”',
    ])
  })
})
