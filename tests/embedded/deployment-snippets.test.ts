/** The examples on the page of a deployment, run as they are against a platform with its real engine. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PredictionReply } from '../../src/shared/api/predictions.ts'
import {
  callSnippet,
  IMAGE_FORMS,
  type ImageForm,
  SNIPPET_IMAGE,
  type SnippetLanguage,
  TOKEN_VARIABLE,
} from '../../src/shared/domain/call-snippets.ts'
import { demoFrame } from '../setup/demo-frame.ts'
import { eventually } from '../setup/eventually.ts'
import { type RunningPlatform, startPlatform } from './platform-process.ts'

const RUNNERS: Record<SnippetLanguage, { command: string; args: (code: string, folder: string) => string[] }> = {
  curl: { command: 'sh', args: (code) => ['-c', code] },
  python: { command: 'python3', args: (code) => ['-c', code] },
  javascript: {
    command: process.execPath,
    args: (code, folder) => {
      const path = join(folder, 'example.mjs')
      writeFileSync(path, code)
      return [path]
    },
  },
}
const isThere = (command: string) => spawnSync(command, ['--version']).status === 0
const LANGUAGES = [
  ['curl', isThere('curl') && process.platform !== 'win32'],
  ['python', isThere('python3')],
  ['javascript', true],
] as const

const folder = mkdtempSync(join(tmpdir(), 'sightline-snippets-'))
let platform: RunningPlatform
let url: string
let token: string
let expected: PredictionReply['predictions']

beforeAll(async () => {
  platform = await startPlatform()
  const { client } = platform
  const jpeg = await demoFrame(8, (body) => client.workflows.preview({ body }))
  writeFileSync(join(folder, SNIPPET_IMAGE), jpeg)
  const { id: model_id } = await client.models.get({ params: { model: 'street-detector' } })
  const body = { model_id, name: 'street', compute_type: 'cpu' as const, min_containers: 1 }
  const created = await client.deployments.create({ body })
  token = created.auth_token
  const params = { deployment: 'street' }
  const active = await eventually(async () => {
    const now = await client.deployments.get({ params })
    return now.status === 'provisioning' ? null : now
  })
  expect([active.status, active.error]).toEqual(['active', null])
  url = active.endpoint_url as string
  const image = { type: 'base64' as const, value: jpeg.toString('base64') }
  expected = (await client.deployments.try({ params, body: { image } })).predictions
  expect(expected.length).toBeGreaterThan(2)
})
afterAll(async () => {
  await platform?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function run(language: SnippetLanguage, form: ImageForm, secret: string) {
  const { command, args } = RUNNERS[language]
  const env = { ...process.env, [TOKEN_VARIABLE]: secret }
  return promisify(execFile)(command, args(callSnippet(language, form, url), folder), { cwd: folder, env })
}

describe.each(LANGUAGES)('the example in %s', (language, canRun) => {
  it.runIf(canRun).each(IMAGE_FORMS)('prints the predictions of an image sent as %s', async (form) => {
    const { stdout, stderr } = await run(language, form, token)
    expect(stderr).toBe('')
    expect((JSON.parse(stdout) as PredictionReply).predictions).toEqual(expected)
  })

  it.runIf(canRun)('fails with a token that is not that of the deployment', async () => {
    const failure = await run(language, 'multipart', 'pk_deploy_none').catch((error) => error)
    expect(failure).toMatchObject({ code: expect.any(Number), stdout: expect.not.stringContaining('predictions') })
  })
})
