/**
 * `npm run fuzz`: sends generated requests to every endpoint of a server on a data folder of its own, and fails when a
 * reply is a 5xx, has an undeclared status, or does not match its declared schema. Needs Schemathesis
 * (`pip install schemathesis`); `SIGHTLINE_SCHEMATHESIS` names its command. Arguments are passed on to it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createThings } from './things.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'sightline-fuzz-'))
const server = spawn(
  process.execPath,
  [join(root, 'bin/sightline.mjs'), 'serve', '--port', '0', '--data', join(work, 'data')],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)

/** Resolves with the address and the owner's key, which the server writes to a file at its first start. */
async function started() {
  let baseUrl = ''
  for await (const line of createInterface({ input: server.stdout })) {
    baseUrl ||= /serves (\S+)/.exec(line)?.[1] ?? ''
    const file = /Owner key, .* in (\S+)/.exec(line)?.[1]
    if (file) return { baseUrl, key: readFileSync(file, 'utf8').trim() }
  }
  throw new Error('The server ended before it listened.')
}

/**
 * Values of path parameters that exist, so that requests get past 404.
 * @param {Readonly<Record<string, string>>} things
 */
const settings = (things) =>
  ['[parameters]', ...Object.entries(things).map(([name, id]) => `"path.${name}" = ${JSON.stringify(id)}`), ''].join(
    '\n',
  )

const CHECKS = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'

try {
  const { baseUrl, key } = await started()
  const config = join(work, 'schemathesis.toml')
  writeFileSync(config, settings(await createThings(baseUrl, key)))
  const schemathesis = spawn(
    process.env.SIGHTLINE_SCHEMATHESIS ?? 'schemathesis',
    [
      ...['--config-file', config, 'run', `${baseUrl}/api/v1/openapi.json`, '-H', `X-API-Key: ${key}`],
      ...['--checks', CHECKS, '--continue-on-failure', '--request-timeout', '30'],
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit', cwd: work },
  )
  schemathesis.once('error', (error) => {
    console.error(`Schemathesis could not be started: ${error.message}. Install it with pip install schemathesis.`)
  })
  const [code] = await once(schemathesis, 'close')
  process.exitCode = code === 0 && server.exitCode === null ? 0 : 1
} finally {
  server.kill()
  if (server.exitCode === null) await once(server, 'exit')
  rmSync(work, { recursive: true, force: true })
}
