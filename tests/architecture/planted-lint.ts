import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Flagged {
  category: string
  message: string
  /** `start` counts from 1. */
  location: { path: string; start: { line: number; column: number } }
}

/** Lints planted files, whose texts are given by path, by the rules of the repository. */
export function lintPlanted(files: Readonly<Record<string, string>>): Flagged[] {
  const dir = mkdtempSync(join(tmpdir(), 'sightline-lint-'))
  const config = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  const plugins = config.plugins.map((path: string) => join(root, path))
  writeFileSync(join(dir, 'biome.json'), JSON.stringify({ ...config, vcs: undefined, plugins }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  const biome = join(root, 'node_modules', '.bin', 'biome')
  const run = spawnSync(biome, ['lint', '--max-diagnostics=none', '--reporter=json', '.'], {
    cwd: dir,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  rmSync(dir, { recursive: true })
  return JSON.parse(run.stdout).diagnostics
}
