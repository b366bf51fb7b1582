/** `npm run check`: types, format and lint, layers and contracts; runs every check and prints its findings. */
import { spawnSync } from 'node:child_process'
import { ifSupported } from '../../bin/supported.mjs'

const STEPS = [
  ['Types', ['tsc', '-b']],
  ['Format and lint', ['biome', 'check', '.']],
  ['Architecture and contracts', ['vitest', 'run', 'tests/architecture', 'tests/contract']],
]

ifSupported(async () => {
  const failed = STEPS.filter(([title, command]) => {
    console.log(`\n== ${title}`)
    return (
      spawnSync('npx', ['--no-install', ...command], { stdio: 'inherit', shell: process.platform === 'win32' })
        .status !== 0
    )
  }).map(([title]) => title)

  console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : '\nAll checks passed')
  process.exitCode = failed.length > 0 ? 1 : 0
})
