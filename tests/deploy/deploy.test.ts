/** The files of deploy/ fit the commands that they start; `npm run lint:deploy` lints them. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const read = (path: string) => readFileSync(inRoot(path), 'utf8')

const helps = new Map<string, string>()
function help(command: string): string {
  const known = helps.get(command)
  if (known !== undefined) return known
  const printed = execFileSync(process.execPath, [inRoot('bin/sightline.mjs'), command, '--help']).toString()
  helps.set(command, printed)
  return printed
}
const optionsOf = (command: string) => new Set(help(command).match(/--[a-z-]+/g))

const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
  services: Record<string, { command?: string[]; environment?: Record<string, string>; volumes?: string[] }>
  volumes: Record<string, null>
}
const TEMPLATES = 'deploy/helm/sightline/templates'

describe('the compose file', () => {
  it.each(['server', 'worker-1', 'worker-2'])('starts %s with options that its command has', (service) => {
    const [command = '', ...options] = compose.services[service]?.command ?? []
    const known = optionsOf(command)
    for (const option of options) expect(known).toContain(option.split('=')[0])
    expect(options.length).toBeGreaterThan(1)
  })

  it('gives servers and workers the variables that they read', () => {
    const known = `${help('serve')}${help('worker')}`
    const names = Object.keys(compose.services.server?.environment ?? {}).filter((name) =>
      name.startsWith('SIGHTLINE_'),
    )
    // The key is no option: others could read it in the list of processes.
    for (const name of names.filter((name) => name !== 'SIGHTLINE_MASTER_KEY')) expect(known).toContain(name)
    expect(names.length).toBeGreaterThan(3)
  })

  it('declares each volume that it uses', () => {
    const used = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((name) => name.split(':')[0]),
    )
    expect(used.sort()).toEqual(Object.keys(compose.volumes).sort())
  })
})

describe('the chart', () => {
  it.each([
    ['server.yaml', 'serve'],
    ['worker.yaml', 'worker'],
  ])('starts the command of %s with options that it has', (file, command) => {
    const options = read(`${TEMPLATES}/${file}`).match(/--[a-z-]+/g) ?? []
    expect(options.length).toBeGreaterThan(4)
    const known = optionsOf(command)
    for (const option of options.filter((name) => name !== '---')) expect(known).toContain(option)
  })

  it('is of the version of Sightline', () => {
    const { appVersion } = parse(read('deploy/helm/sightline/Chart.yaml')) as { appVersion: string }
    expect(appVersion).toBe(JSON.parse(read('package.json')).version)
  })

  it('scales workers by a metric that servers have', () => {
    const { metric, selector } = (
      parse(read('deploy/helm/sightline/values.yaml')) as {
        worker: { autoscaling: { metric: string; selector: Record<string, string> } }
      }
    ).worker.autoscaling
    const gauges = read('src/platform/http/metrics/queue-gauges.ts')
    expect(gauges).toContain(`'${metric}'`)
    for (const label of Object.keys(selector)) expect(gauges).toContain(`labelNames: ['${label}']`)
  })

  it('uses no value that values.yaml lacks', () => {
    const values = parse(read('deploy/helm/sightline/values.yaml')) as object
    const templates = readdirSync(inRoot(TEMPLATES)).map((file) => read(`${TEMPLATES}/${file}`))
    const used = templates.flatMap((text) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path))
    for (const path of used) {
      const found = path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], values)
      expect(found, path).toBeDefined()
    }
  })
})

describe('the guide to servers', () => {
  it.each([
    ['caddy', 'Caddyfile'],
    ['nginx', 'nginx.conf'],
  ])('has the configuration of %s that the tests use, word for word', (language, file) => {
    const blocks = [...read('docs/guide/server.md').matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))]
    expect(blocks.map(([, text]) => text)).toEqual([read(`deploy/proxy/${file}`)])
  })
})

describe('the image', () => {
  const dockerfile = read('deploy/Dockerfile')
  const copied = [...dockerfile.matchAll(/^COPY --from=build (.+) \S+$/gm)]
    .flatMap(([, paths = '']) => paths.split(' '))
    .map((path) => path.replace('/app/', ''))

  it('is started by a user that is not root', () => {
    expect(dockerfile).toMatch(/^USER [1-9]\d*:\d+$/m)
  })

  it('is built from the files that .dockerignore leaves, and starts with those that it copies', {
    timeout: 300_000,
  }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-image-'))
    const context = join(folder, 'context')
    const image = join(folder, 'image')
    try {
      cpSync(inRoot(''), context, { recursive: true, filter: (path) => isInContext(relative(inRoot(''), path)) })
      symlinkSync(inRoot('node_modules'), join(context, 'node_modules'))
      execFileSync('npm', ['run', 'build'], { cwd: context, stdio: 'pipe' })
      for (const path of copied) cpSync(join(context, path), join(image, path), { recursive: true })
      // The guide displays them.
      expect(readdirSync(join(image, 'out/renderer/assets')).join()).toMatch(/activity-dark-\S+?\.webp/)
      const [node = '', ...command] = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(dockerfile)?.[1] ?? '') as string[]
      const args = command.map((part) => part.replace('/app', image))
      expect(execFileSync(node, [...args, 'serve', '--help'], { cwd: folder }).toString()).toContain('--database')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

const ignored = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** True for a path in the root that Docker does not ignore by .dockerignore. */
function isInContext(path: string): boolean {
  const last = ignored.findLast((pattern) => matchesGlob(path, pattern.replace(/^!/, '')))
  return last === undefined || last.startsWith('!')
}
