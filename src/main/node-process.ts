/** The plain Node.js process that runs the platform, and with it the engine: one binary and one layout for both. */
import { join, sep } from 'node:path'

export interface Installation {
  isPackaged: boolean
  /** Electron's `process.resourcesPath`. */
  resourcesPath: string
  /** Node's `process.platform`. */
  os: string
  env: Readonly<Record<string, string | undefined>>
}

/**
 * Path of a Node.js binary: the one that ships beside a packaged app, or the one that ran `npm start` or `npm run dev`.
 * @throws Error when an app that is not packaged was started without either
 */
export function nodeBinary({ isPackaged, resourcesPath, os, env }: Installation): string {
  if (isPackaged) return join(resourcesPath, os === 'win32' ? 'node.exe' : 'node')
  const running = env.SIGHTLINE_NODE ?? env.npm_node_execpath
  if (running) return running
  throw new Error(
    'Sightline needs Node.js beside Electron. Start it with npm start, or set SIGHTLINE_NODE to its path.',
  )
}

/** Variables by which Node.js loads other code, or opens a debugger. */
const LOADING = ['NODE_OPTIONS', 'NODE_PATH', 'NODE_REPL_EXTERNAL_MODULE', 'NODE_V8_COVERAGE', 'ELECTRON_RUN_AS_NODE']

/** The environment of the platform's process: for a packaged app without what Electron's fuses refuse too. */
export function platformEnvironment({ isPackaged, env }: Pick<Installation, 'isPackaged' | 'env'>): NodeJS.ProcessEnv {
  const isKept = (name: string) => !isPackaged || !LOADING.includes(name.toUpperCase())
  return Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name)))
}

/** The path of a file unpacked beside the app's archive, which Node.js can't read. */
export const outsideArchive = (path: string): string =>
  path.replace(`${sep}app.asar${sep}`, `${sep}app.asar.unpacked${sep}`)
