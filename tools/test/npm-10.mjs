/**
 * Installs a copy of the checkout with npm 10, which comes with Node.js 20 and 22, and runs the demo there. The folder has a
 * space and an umlaut in its name.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oldVersions } from './old-versions.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/**
 * Returns whether a path of the checkout belongs to a copy: git is not needed, and changes without a commit count.
 * @param {string} path
 * @param {ReadonlySet<string>} ignored
 */
function isSource(path, ignored) {
  const inRoot = relative(root, path)
  return inRoot === '' || !(basename(path) === '.git' || ignored.has(basename(path)) || ignored.has(`/${inRoot}`))
}

const ignoredFolders = () =>
  new Set(
    readFileSync(join(root, '.gitignore'), 'utf8')
      .split('\n')
      .flatMap((line) => (line.endsWith('/') ? [line.slice(0, -1)] : [])),
  )

/** Only where packages are found and kept: npm hands its other settings to the programs that it starts. */
function settings() {
  /** @param {[name: string, value: unknown]} variable */
  const isOwn = ([name]) =>
    !/^npm_/i.test(name) || /^npm_config_(cache|userconfig|\w*registry|\w*proxy|cafile)$/i.test(name)
  return Object.fromEntries(Object.entries(process.env).filter(isOwn))
}

/**
 * The files that the install script of ONNX Runtime downloads.
 * @param {string} folder
 */
const downloaded = (folder) =>
  readdirSync(join(folder, 'node_modules', 'onnxruntime-node'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /cuda|tensorrt/i.test(basename(name)) && /\.(so|dll)\b/.test(name),
  )

/** Prints what it does; returns whether the installation ran no script and the demo succeeded. */
export async function installsWithNpm10() {
  const { npm10 } = oldVersions()
  const parent = mkdtempSync(join(tmpdir(), 'sightline-npm-10-'))
  const folder = join(parent, 'Größe 10')
  const env = { ...settings(), SIGHTLINE_DATA: join(parent, 'data') }
  /** @param {string[]} args */
  const npm = (...args) => {
    console.log(`npm 10: ${args.join(' ')}`)
    return spawnSync(process.execPath, [npm10, ...args], { cwd: folder, stdio: 'inherit', env }).status === 0
  }
  try {
    const ignored = ignoredFolders()
    cpSync(root, folder, { recursive: true, filter: (path) => isSource(path, ignored) })
    // An install script would need this shell.
    const noShell = join(parent, 'no-shell')
    if (!npm('ci', '--no-audit', '--no-fund', '--prefer-offline', `--script-shell=${noShell}`)) return false
    const libraries = downloaded(folder)
    if (libraries.length > 0) console.log(`An install script downloaded ${libraries.join(', ')}.`)
    return libraries.length === 0 && npm('run', 'demo')
  } finally {
    rmSync(parent, { recursive: true, force: true, maxRetries: 5 })
  }
}

if (realpathSync(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const succeeded = await installsWithNpm10()
  console.log(
    succeeded ? 'npm 10 installs Sightline, and the demo runs' : 'npm 10 does not install Sightline, or the demo fails',
  )
  process.exitCode = succeeded ? 0 : 1
}
