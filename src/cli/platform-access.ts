/** The platform of a command: one that is served elsewhere, or that of this machine's data folder. */
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type ApiClient, createClient } from '../client/client.ts'
import { createEngine } from '../engine/host/engine-host.ts'
import type { Role } from '../shared/api/endpoint.ts'
import { VERSION } from '../shared/domain/version.ts'
import { dataFolder, engineEntry, resourcesFolder } from './resources.ts'
import { CommandFailure } from './terminal.ts'

export interface PlatformOptions {
  server?: string
  key?: string
  data?: string
}

export interface PlatformAccess {
  client: ApiClient
  baseUrl: string
  apiKey: string
  /** True when the platform can read files of this machine by their `file://` URLs. */
  isLocal: boolean
}

/** All keys of the command line have this name, so that one left by a killed command can be revoked. */
const KEY_NAME = 'Sightline command line'

export const withPlatformOptions = (command: Command): Command =>
  command
    .option('--server <url>', 'a platform that is served, instead of this machine’s')
    .option('--key <key>', 'API key for the server (default: SIGHTLINE_API_KEY)')
    .option('--data <dir>', 'another data folder than the app’s')

export interface AccessOptions {
  /** The least that the command needs of a platform on this machine. */
  role?: Role
  /** A sentence for the user of a data folder that the app has open. */
  inTheApp?: string
  /** True for a command that executes runs, and ends those that it interrupts, as the app does. Others leave runs alone. */
  executesRuns?: boolean
}

/** Raises `CommandFailure` when no platform is available, otherwise any error of `work`. */
export async function withPlatform<T>(
  options: PlatformOptions,
  work: (access: PlatformAccess) => Promise<T>,
  access: AccessOptions = {},
): Promise<T> {
  const { server, key = process.env.SIGHTLINE_API_KEY, data } = options
  if (server === undefined) return withDataFolder(data === undefined ? dataFolder() : resolve(data), work, access)
  if (data !== undefined) throw new CommandFailure('Name either a server or a data folder, not both.')
  if (!URL.canParse(server) || !/^https?:/.test(server)) {
    throw new CommandFailure(`“${server}” is not the address of a server, such as http://127.0.0.1:8620.`)
  }
  if (!key) throw new CommandFailure('A server needs an API key: add --key, or set SIGHTLINE_API_KEY.')
  return work(accessOf(server, key, false))
}

const accessOf = (baseUrl: string, apiKey: string, isLocal: boolean): PlatformAccess => ({
  client: createClient({ baseUrl, apiKey }),
  baseUrl,
  apiKey,
  isLocal,
})

async function withDataFolder<T>(
  dataDir: string,
  work: (access: PlatformAccess) => Promise<T>,
  {
    role = 'owner',
    inTheApp = 'Use its Models screen, or close it and try again',
    executesRuns = false,
  }: AccessOptions,
): Promise<T> {
  // Large, and loaded only by the commands that need it.
  const { createPlatform } = await import('../platform/server.ts')
  const platform = await createPlatform({
    dataDir,
    resourcesDir: resourcesFolder(),
    engine: createEngine({ entry: engineEntry() }),
    version: VERSION,
    allowLocalFiles: true,
    ...(executesRuns ? { interruptedRuns: 'end' } : { runSlots: 0 }),
  }).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== 'data_dir_in_use') throw error
    throw new CommandFailure(
      `Sightline is running on the data folder ${dataDir}. ${inTheApp}; a platform that is served is reached with --server and --key.`,
    )
  })
  try {
    const { baseUrl } = await platform.listen()
    await platform.revokeKeys(KEY_NAME)
    const apiKey = await platform.createKey(role, { name: KEY_NAME })
    return await work(accessOf(baseUrl, apiKey, true))
  } finally {
    await platform.revokeKeys(KEY_NAME)
    await platform.close()
  }
}
