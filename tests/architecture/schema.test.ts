import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { BLOCKS } from '../../src/shared/blocks/catalogue.ts'
import { WorkflowFile } from '../../src/shared/graph/graph.ts'
import { CODE_FILE, schemaFiles } from '../../tools/schema/schema-files.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the schema of workflow files', () => {
  const files = schemaFiles({ blocks: BLOCKS, file: WorkflowFile })

  it.each(Object.keys(files))('in %s is that of the declarations', (path) => {
    expect(
      textOf(path) === files[path],
      'The declarations of the blocks have changed: `npm run schema` writes this file again',
    ).toBe(true)
  })

  it('is named by the version of the files', () => {
    expect(Object.keys(files)).toContain('schemas/workflow-1.json')
  })

  it('changes with a declaration, as a planted setting shows', () => {
    const config = Type.Object({ ...BLOCKS.filter.config.properties, planted: Type.Boolean({ title: 'Planted' }) })
    const changed = schemaFiles({ blocks: { ...BLOCKS, filter: { ...BLOCKS.filter, config } }, file: WorkflowFile })
    for (const path of Object.keys(files)) expect(changed[path]).not.toBe(files[path])
  })

  it('is checked by code that imports nothing and evaluates no text, which the page’s policy forbids', () => {
    expect(files[CODE_FILE]).not.toMatch(/\bimport\b|\brequire\(|\beval\(|new Function/)
  })
})
