/** A stand-in for Electron's binary when it can't be downloaded: the files of its Linux folder that packing needs. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Precedes the version, number and states of the fuses in Electron's binary. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const [DISABLED, ENABLED] = [0x30, 0x31]
/** Names of the fuses, in the binary's order. */
const NAMES = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
]
/** The states in an unmodified binary. */
const FRESH = [ENABLED, DISABLED, ENABLED, ENABLED, DISABLED, DISABLED, DISABLED, ENABLED]

/**
 * Writes the folder and returns its path.
 * @param {string} folder
 * @param {string} version
 */
export function writeStandIn(folder, version) {
  mkdirSync(join(folder, 'locales'), { recursive: true })
  const wire = Buffer.from([1, FRESH.length, ...FRESH])
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from(`stand-in ${SENTINEL}`), wire, Buffer.from('\n')]))
  chmodSync(join(folder, 'electron'), 0o755)
  writeFileSync(join(folder, 'version'), version)
  for (const file of ['LICENSE', 'LICENSES.chromium.html', join('locales', 'en-US.pak')])
    writeFileSync(join(folder, file), '')
  return folder
}

/**
 * Returns the states of the fuses in a binary, by name.
 * @param {string} binary
 */
export function fusesOf(binary) {
  const bytes = readFileSync(binary)
  const at = bytes.indexOf(SENTINEL) + SENTINEL.length
  const length = bytes.readUInt8(at + 1)
  const states = bytes.subarray(at + 2, at + 2 + length)
  return Object.fromEntries(NAMES.slice(0, length).map((name, i) => [name, states[i] === ENABLED]))
}
