/** Caddy and nginx with the configurations of the guide, at a free port, before a server at another. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { programOf } from '../../tools/test/proxies.mjs'
import { root } from '../engine/support/bundles.ts'
import { eventually } from '../setup/eventually.ts'

export const NAME = 'sightline.example.com'
/** The server's address in the configurations. */
const SERVER = '127.0.0.1:8620'

export type ProxyName = 'Caddy' | 'nginx'

export interface RunningProxy {
  port: number
  pid: number
  stop(): Promise<void>
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

export async function startProxy(name: ProxyName, serverPort: number): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-proxy-'))
  const port = await freePort()
  const upstream = `127.0.0.1:${serverPort}`
  const child = name === 'Caddy' ? startCaddy(folder, port, upstream) : startNginx(folder, port, upstream)
  let said = ''
  child.stderr?.on('data', (part) => {
    said += part
  })
  const exited = once(child, 'exit')
  await eventually(() => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`)
    return accepts(port)
  })
  return {
    port,
    pid: child.pid as number,
    async stop() {
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const configuration = (file: string) => readFileSync(join(root, 'deploy', 'proxy', file), 'utf8')

/** @throws Error for a text that is not in the configuration */
function replaced(text: string, parts: Record<string, string>): string {
  for (const [part, other] of Object.entries(parts)) {
    if (!text.includes(part)) throw new Error(`The configuration has no ${part}.`)
    text = text.replaceAll(part, other)
  }
  return text
}

/** The proxy has a certificate of its own authority. */
function startCaddy(folder: string, port: number, upstream: string): ChildProcess {
  const global = [
    'admin off',
    `https_port ${port}`,
    'auto_https disable_redirects',
    'local_certs',
    'skip_install_trust',
  ]
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n${global.join('\n')}\n}\n${replaced(configuration('Caddyfile'), { [SERVER]: upstream })}`)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const args = ['run', '--config', file, '--adapter', 'caddyfile']
  return spawn(programOf('caddy') as string, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
}

function startNginx(folder: string, port: number, upstream: string): ChildProcess {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const made = [...kind, '-subj', `/CN=${NAME}`, '-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', ...made], { stdio: 'ignore' })
  writeFileSync(
    join(folder, 'sightline.conf'),
    replaced(configuration('nginx.conf'), {
      [SERVER]: upstream,
      'listen 443 ': `listen ${port} `,
      [`/etc/ssl/${NAME}.pem`]: certificate,
      [`/etc/ssl/${NAME}.key`]: key,
    }),
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  for (const kind of temporary) mkdirSync(join(folder, kind))
  const paths = temporary.map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
  const http = ['access_log off;', ...paths, 'include sightline.conf;']
  const file = join(folder, 'nginx.conf')
  const main = ['daemon off;', 'master_process off;', `pid ${join(folder, 'pid')};`, 'error_log stderr;']
  writeFileSync(file, `${[...main, 'events {}', `http {\n${http.join('\n')}\n}`].join('\n')}\n`)
  return spawn(programOf('nginx') as string, ['-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Caddy listens a moment before it has its certificate. */
async function accepts(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', servername: NAME, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
