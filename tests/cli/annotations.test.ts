/** Without a platform there is no data set: only the file is written, and the summary says so. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testFolder } from '../engine/support/test-folder.ts'
import { annotatingGraph } from '../platform/support/graphs.ts'
import { writeDemoClip } from '../setup/demo-clip.ts'
import { sightline } from './cli.ts'

const folder = testFolder()

it('leaves annotations and stills as files, and explains how to import them', async () => {
  const workflow = join(folder, 'annotate.sightline.json')
  await writeDemoClip(join(folder, 'clip.mp4'), 4)
  const source = { kind: 'video', gcs_uri: 'clip.mp4', sample_fps: 1 }
  writeFileSync(workflow, JSON.stringify(annotatingGraph('street', source)))
  const out = join(folder, 'out')
  const { code, stdout } = await sightline(['run', workflow, '--out', out], folder)
  expect(code).toBe(0)
  expect(stdout).toMatch(/out-annotations\.jsonl +[\d.]+ k?B +\d+ images/)
  expect(stdout).toContain('The annotations are in out-annotations.jsonl')
  const [header, ...records] = readFileSync(join(out, 'out-annotations.jsonl'), 'utf8').trimEnd().split('\n')
  expect(JSON.parse(header as string)).toMatchObject({ format: 'sightline-annotations', dataset: 'street' })
  const pictures = records.map((line) => (JSON.parse(line) as { picture: string }).picture)
  expect(pictures.length).toBeGreaterThan(0)
  expect(readdirSync(out)).toEqual(expect.arrayContaining(pictures))
})
