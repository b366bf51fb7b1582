/** Runs electron-builder on the Node.js that ships, both from the pinned tools. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt, PART_NAMES } from '../build/ensure-built.mjs'
import { installedAt, installPinned } from '../pinned/install-pinned.mjs'
import { missingPackages } from './production-install.mjs'
import { signFeeds } from './sign-feeds.mjs'

const HERE = dirname(fileURLToPath(import.meta.url))
const NAME = 'dist-tools'
const WINDOWS = process.platform === 'win32'

/** Returns the paths of the pinned tools. Throws with instructions when they can't be installed. */
function tools() {
  /** @param {string} modules */
  const builderIn = (modules) => join(modules, 'electron-builder', 'cli.js')
  /** @param {string} modules */
  const nodeIn = (modules) =>
    join(modules, `node-${process.platform}-${process.arch}`, 'bin', WINDOWS ? 'node.exe' : 'node')
  /** @param {string} modules */
  const holds = (modules) => existsSync(builderIn(modules)) && existsSync(nodeIn(modules))
  const modules = resolve(installPinned({ pinned: HERE, name: NAME, holds }))
  if (holds(modules)) return { builder: builderIn(modules), node: nodeIn(modules) }
  throw new Error(
    `electron-builder, or Node.js for ${process.platform} on ${process.arch}, is not in ${installedAt(NAME)}: ` +
      'tools/dist/package.json pins them. Connect to the npm registry and try again.',
  )
}

/**
 * Only a build with a key has feeds.
 * @param {NodeJS.ProcessEnv} env
 */
function signUpdates({ SIGHTLINE_UPDATE_KEY: publicKey, SIGHTLINE_UPDATE_PRIVATE_KEY: privateKey }) {
  if (!publicKey || !existsSync('dist')) return
  if (!privateKey)
    throw new Error('SIGHTLINE_UPDATE_PRIVATE_KEY is missing: apps install no update without a signature.')
  for (const name of signFeeds('dist', { publicKey, privateKey })) console.log(`Signed ${name}`)
}

/**
 * Builds every part and packs it for this system, with further arguments for electron-builder.
 * @param {readonly string[]} args
 */
export async function pack(args) {
  const missing = missingPackages({ root: process.cwd(), system: process.platform, processor: process.arch })
  if (missing.length > 0) throw new Error(`Run npm ci first:\n${missing.join('\n')}`)
  const { builder, node } = tools()
  await ensureBuilt(PART_NAMES, { force: true })
  const publish = args.some((arg) => /^(-p|--publish)/.test(arg)) ? [] : ['--publish', 'never']
  const config = join('tools', 'dist', 'electron-builder.config.mjs')
  const { status } = spawnSync(node, [builder, '--config', config, ...publish, ...args], { stdio: 'inherit' })
  if (status !== 0) throw new Error('electron-builder failed; see above.')
  signUpdates(process.env)
}
