import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { FAMILIES } from '../../../src/engine/inference/families/families.ts'
import { ModelCatalogue } from '../../../src/shared/domain/model-catalogue.ts'

const file: ModelCatalogue = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../resources/model-catalogue.json', import.meta.url)), 'utf8'),
)

/** Licences under which a model may be used, changed and sold without opening other code. */
const PERMISSIVE = ['Apache-2.0', 'MIT', 'BSD-2-Clause', 'BSD-3-Clause']

describe('resources/model-catalogue.json', () => {
  it('fits its schema', () => {
    expect([...Value.Errors(ModelCatalogue, file)]).toEqual([])
  })

  it('names each model once, by id and by name', () => {
    for (const field of ['id', 'name'] as const) {
      const all = file.models.map((model) => model[field])
      expect(new Set(all).size).toBe(all.length)
    }
  })

  it('offers only permissive licences and verified addresses', () => {
    for (const { licence, verified, source, id } of file.models) {
      if (source.kind === 'url') expect(source.url, id).toMatch(/^https:/)
      expect(PERMISSIVE, id).toContain(licence.spdx)
      expect(verified, id).toBe(true)
    }
  })

  it('offers only families that the engine decodes', () => {
    const known = [...FAMILIES.map(({ id }) => id), 'embedding']
    for (const { id, family } of file.models) expect(known, id).toContain(family)
  })

  it('has a model for each use but poses and prompts', () => {
    expect(new Set(file.models.map(({ use }) => use))).toEqual(
      new Set(['detect', 'segment', 'classify', 'reid', 'search']),
    )
  })
})
