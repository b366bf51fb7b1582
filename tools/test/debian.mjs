/** Installs packages of Debian and its relatives for tests and measurements. */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

const APT = '/usr/bin/apt-get'
/** Debian's packages ask it whether they may start their services. */
const POLICY = '/usr/sbin/policy-rc.d'
/** A server that does not reply, or another installation, delays a step so long at most. */
const PATIENCE_S = 120
const OPTIONS = [
  '-qq',
  '-o',
  `Acquire::http::Timeout=${PATIENCE_S / 4}`,
  '-o',
  'Acquire::Retries=1',
  '-o',
  `DPkg::Lock::Timeout=${PATIENCE_S}`,
  // A package keeps a file of settings that was there before it, and asks nobody.
  '-o',
  'Dpkg::Options::=--force-confold',
]

let isUpdated = false

/** True when packages can be installed without a question: by root, where apt-get is. */
export const canInstall = () => existsSync(APT) && process.getuid?.() === 0

/**
 * Installs packages without those that they only recommend. Returns false, having done nothing, where that is not
 * possible: on another system, or for another user than root. Returns false, after the errors of apt-get, when it fails.
 * @param {readonly string[]} packages
 */
export function installFromDebian(packages) {
  if (!canInstall()) return false
  console.log(`Installing ${packages.join(' and ')} from the packages of this system.`)
  // Once for a process. An update that fails leaves older lists, which may do.
  if (!isUpdated) aptGet('update')
  isUpdated = true
  return withoutServices(() => aptGet('install', '--yes', '--no-install-recommends', ...packages))
}

/**
 * Tests start the servers that they need on ports of their own.
 * @template T
 * @param {() => T} work
 */
function withoutServices(work) {
  if (existsSync(POLICY)) return work()
  writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return work()
  } finally {
    rmSync(POLICY)
  }
}

/**
 * Prints its output only when it fails: an installation has a line for each file.
 * @param {string[]} args
 */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr } = spawnSync(APT, [...OPTIONS, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
    env,
  })
  if (status !== 0) console.error(`apt-get ${args[0]} failed:\n${`${stdout}${stderr}`.slice(-2000)}`)
  return status === 0
}
