/** `npm run bench [part …]`: builds the measured parts, then measures them. */
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from '../tools/build/ensure-built.mjs'

// Parts that load ONNX Runtime themselves send no usage data either.
process.env.ORT_DISABLE_TELEMETRY = '1'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** @param {string[]} args */
const node = (...args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1

await ensureBuilt(['node', 'renderer'])
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const built = node(vite, 'build', '--config', join('bench', 'vite.config.ts'), '--logLevel', 'warn')
process.exitCode = built === 0 ? node(join(root, 'out', 'bench', 'bench.js'), ...process.argv.slice(2)) : built
