/** The files of deploy/ fit the commands that they start; `npm run lint:deploy` lints them. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const read = (path: string) => readFileSync(inRoot(path), 'utf8')

const help = (command: string) =>
  execFileSync(process.execPath, [inRoot('bin/sightline.mjs'), command, '--help']).toString()
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
    const gauges = read('src/platform/metrics/queue-gauges.ts')
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

describe('the image', () => {
  it('copies files that exist, and is started by a user that is not root', () => {
    const dockerfile = read('deploy/Dockerfile')
    const copied = [...dockerfile.matchAll(/--from=build \/app\/(\S+)/g)].map(([, path = '']) => path)
    for (const path of copied.filter((name) => name !== 'node_modules'))
      expect(existsSync(inRoot(path)), path).toBe(true)
    expect(dockerfile).toMatch(/^USER [1-9]\d*:\d+$/m)
  })
})
