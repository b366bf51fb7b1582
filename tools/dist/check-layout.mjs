/**
 * `npm run dist:check`: packs the app into a folder, runs the demo there on the bundled Node.js, as the app's own
 * processes run, and starts the app if there is a display. On Linux a stand-in replaces Electron's binary when that is
 * not downloaded.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findElectron, hasDisplay } from '../start/find-electron.mjs'
import { starts } from './check-start.mjs'
import { FUSES } from './config.mjs'
import { BESIDE_THE_APP, UNPACKED } from './contents.mjs'
import { fusesOf, writeStandIn } from './electron-stand-in.mjs'
import { pack } from './pack.mjs'

const root = process.cwd()
const output = resolve('.cache', 'dist-check')

/** @type {Readonly<Record<string, { folder: string, resources: string, fused: string, executable: string }>>} */
const PLACES = {
  linux: { folder: 'linux-unpacked', resources: 'resources', fused: 'sightline', executable: 'sightline' },
  win32: { folder: 'win-unpacked', resources: 'resources', fused: 'Sightline.exe', executable: 'Sightline.exe' },
  darwin: {
    folder: process.arch === 'arm64' ? 'mac-arm64' : 'mac',
    resources: 'Sightline.app/Contents/Resources',
    fused: 'Sightline.app/Contents/Frameworks/Electron Framework.framework/Electron Framework',
    executable: 'Sightline.app/Contents/MacOS/Sightline',
  },
}

/** Arguments that pack the stand-in when no Electron is downloaded. */
function electronOf() {
  const { path } = findElectron({ root, env: process.env, platform: process.platform })
  if (path !== null || process.platform !== 'linux') return []
  const { version } = JSON.parse(readFileSync(join('node_modules', 'electron', 'package.json'), 'utf8'))
  console.log('Electron’s binary is not downloaded: a stand-in is packed.')
  return [`-c.electronDist=${writeStandIn(join(output, 'electron'), version)}`]
}

/**
 * Returns the top-level names of an archive, whose header is JSON after four 32-bit numbers.
 * @param {string} archive
 */
function topOf(archive) {
  const bytes = readFileSync(archive)
  return Object.keys(JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12))).files).sort()
}

/**
 * @param {string} path
 * @returns {number}
 */
const sizeOf = (path) => {
  const stat = lstatSync(path)
  if (!stat.isDirectory()) return stat.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}
/** @param {string} path */
const megabytes = (path) => `${Math.round(sizeOf(path) / 1e6)} MB`

let failed = false
/**
 * @param {string} title
 * @param {boolean} ok
 */
function check(title, ok) {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${title}`)
  if (!ok) failed = true
}

/** @param {string} resources */
function checkFiles(resources) {
  const unpacked = join(resources, 'app.asar.unpacked')
  const top = topOf(join(resources, 'app.asar')).join()
  check(`the archive holds the app only (${top})`, top === 'node_modules,out,package.json,resources')
  for (const pattern of UNPACKED) {
    const path = pattern.replace('/**', '')
    check(`${path} lies beside the archive`, existsSync(join(unpacked, path)))
  }
  for (const { to } of BESIDE_THE_APP) check(`${to} lies beside the app`, existsSync(join(resources, to)))
  const names = readdirSync(unpacked, { recursive: true, encoding: 'utf8' })
  check('no source map is packed', !names.some((name) => name.endsWith('.map')))
}

/**
 * Runs the packed command line on the packed Node.js, in a folder without packages.
 * @param {string} resources
 */
function checkRuns(resources) {
  const node = join(resources, process.platform === 'win32' ? 'node.exe' : 'node')
  const cli = join(resources, 'app.asar.unpacked', 'out', 'node', 'cli.js')
  const cwd = mkdtempSync(join(tmpdir(), 'sightline-dist-'))
  const env = { ...process.env, SIGHTLINE_DATA: join(cwd, 'data') }
  const { status, stdout, stderr } = spawnSync(node, [cli, 'run', '--demo', '--json', '--out', join(cwd, 'results')], {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim()
  /** @type {{ a_to_b: number, b_to_a: number }[]} */
  const lines = status === 0 ? JSON.parse(stdout).counts.lines : []
  const crossings = lines.reduce((sum, { a_to_b, b_to_a }) => sum + a_to_b + b_to_a, 0)
  check(`the demo on the packed Node.js (${version}) counts ${crossings} crossings`, crossings > 0)
  if (status !== 0) console.error(stderr)
  rmSync(cwd, { recursive: true, force: true })
}

rmSync(output, { recursive: true, force: true })
const startedAt = Date.now()
const standIn = electronOf()
await pack(['--dir', `-c.directories.output=${output}`, ...standIn])
console.log(`Packed in ${Math.round((Date.now() - startedAt) / 1000)} s`)

const place = PLACES[process.platform]
if (!place) throw new Error(`There is no app for ${process.platform}.`)
const { folder, resources: inside, fused, executable } = place
const app = join(output, folder)
const resources = join(app, ...inside.split('/'))
const { resetAdHocDarwinSignature: _, ...wanted } = FUSES
const found = fusesOf(join(app, ...fused.split('/')))
for (const [name, state] of Object.entries(wanted)) check(`fuse ${name} is ${state}`, found[name] === state)
checkFiles(resources)
checkRuns(resources)
if (standIn.length === 0 && hasDisplay({ env: process.env, platform: process.platform }))
  check('the app starts, and its platform on the packed Node.js', await starts(join(app, ...executable.split('/'))))
console.log(`${megabytes(app)} unpacked; beside the archive ${megabytes(join(resources, 'app.asar.unpacked'))}`)
process.exitCode = failed ? 1 : 0
