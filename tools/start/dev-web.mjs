/** `npm run dev:web`: the Studio in the browser with hot reload. The host restarts when its sources change. */
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ifSupported } from '../../bin/supported.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const electronVite = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')

ifSupported(async () => {
  // electron-vite starts any executable with any entry: here Node.js with the web host.
  const child = spawn(process.execPath, [electronVite, 'dev', '--watch', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ELECTRON_EXEC_PATH: process.execPath,
      ELECTRON_ENTRY: join('out', 'node', 'web.js'),
    },
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => {
    process.exitCode = code === null ? 1 : code
  })
})
