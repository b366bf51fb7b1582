/** JSON that is nested so deep that a recursive reader overflows its stack. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MAX_DEPTH } from '../../src/shared/domain/limits.ts'
import { validate } from '../../src/shared/graph/validate.ts'
import { sightline } from '../cli/cli.ts'
import { testFolder } from '../engine/support/test-folder.ts'

const DEEP = 100_000
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const inConfig = (depth: number): string =>
  `{"version":1,"nodes":[{"id":"m","type":"measure","config":{"geometries":${nested(depth)}}}],"edges":[]}`
const sentence = `This graph is nested more than ${MAX_DEPTH} levels deep. Remove what is nested in it.`

it.each([
  ['the settings of a block', inConfig(DEEP)],
  ['the nodes', `{"version":1,"nodes":${nested(DEEP)},"edges":[]}`],
  ['the version', `{"version":${nested(DEEP)},"nodes":[],"edges":[]}`],
  ['a field that graphs do not have', `{"version":1,"nodes":[],"edges":[],"more":${nested(DEEP)}}`],
])('validate returns an issue when %s are nested 100,000 deep', (_, text) => {
  expect(validate(JSON.parse(text))).toMatchObject([{ code: 'graph.shape', message: sentence }])
})

it('validate reads settings at the greatest depth that any block allows', () => {
  const codes = validate(JSON.parse(inConfig(10))).map((i) => i.code)
  expect(codes).toContain('config.invalid')
})

it('the command line prints the limit for a workflow file that is nested too deep', async () => {
  const folder = testFolder()
  const file = `{"format":"sightline-workflow","version":1,"name":"Deep","graph":${inConfig(DEEP)}}`
  for (const text of [inConfig(DEEP), file, nested(DEEP)]) {
    writeFileSync(join(folder, 'deep.json'), text)
    const { code, stdout, stderr } = await sightline(['validate', 'deep.json'], folder)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Not checked: .*\n$/)
    expect(stdout).toMatch(/^error: (This graph is nested more than|A graph is an object with)/)
  }
})
