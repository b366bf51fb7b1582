/** A stand-in for Electron's binary where it can't be downloaded: enough of its folder on Linux to be packed. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Precedes version, length and states of the fuses in Electron's binary. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const [DISABLED, ENABLED] = [0x30, 0x31]
/** In their order in the binary. */
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
/** The states of a fresh binary. */
const FRESH = [ENABLED, DISABLED, ENABLED, ENABLED, DISABLED, DISABLED, DISABLED, ENABLED]

/** Writes the folder anew and answers its path. */
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

/** The states of the fuses in a binary, by name. */
export function fusesOf(binary) {
  const bytes = readFileSync(binary)
  const at = bytes.indexOf(SENTINEL) + SENTINEL.length
  const length = bytes[at + 1]
  const states = bytes.subarray(at + 2, at + 2 + length)
  return Object.fromEntries(NAMES.slice(0, length).map((name, i) => [name, states[i] === ENABLED]))
}
