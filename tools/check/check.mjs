/** `npm run check`: types, format and lint, layers and contracts; runs every check and prints its findings. */
import { ifSupported } from '../../bin/supported.mjs'

ifSupported(async () => {
  const { biome, checkTypes, vitestProgram } = await import('../test/runners.mjs')
  /** @type {[title: string, succeeds: () => boolean][]} */
  const steps = [
    ['Types', checkTypes],
    ['Format and lint', () => biome(['check', '.'])],
    ['Architecture and contracts', () => vitestProgram(['run', 'tests/architecture', 'tests/contract'])],
  ]

  const failed = steps.filter(([title, succeeds]) => {
    console.log(`\n== ${title}`)
    return !succeeds()
  })

  console.log(failed.length > 0 ? `\nFailed: ${failed.map(([title]) => title).join(', ')}` : '\nAll checks passed')
  process.exitCode = failed.length > 0 ? 1 : 0
})
