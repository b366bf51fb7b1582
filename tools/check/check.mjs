/** `npm run check`: types, format and lint, layers and contracts; runs every check and prints its findings. */
import { biome, checkTypes, vitestProgram } from '../test/runners.mjs'

const STEPS = [
  ['Types', checkTypes],
  ['Format and lint', () => biome(['check', '.'])],
  ['Architecture and contracts', () => vitestProgram(['run', 'tests/architecture', 'tests/contract'])],
]

const failed = STEPS.filter(([title, succeeds]) => {
  console.log(`\n== ${title}`)
  return !succeeds()
}).map(([title]) => title)

console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : '\nAll checks passed')
process.exitCode = failed.length > 0 ? 1 : 0
