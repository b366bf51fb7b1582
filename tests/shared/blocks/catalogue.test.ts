import { describe, expect, it } from 'vitest'
import { BLOCK_KINDS, BLOCKS, defaultConfig, withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import { configIssues } from '../../../src/shared/graph/config-issues.ts'

describe.each(BLOCK_KINDS)('block %s', (kind) => {
  const block = BLOCKS[kind]

  it('has texts for the palette and the help panel', () => {
    expect(block.title).toMatch(/^[A-Z]/)
    expect(block.summary.length).toBeGreaterThan(10)
    expect(block.summary.length).toBeLessThan(70)
    expect(block.docs.length).toBeGreaterThan(60)
  })

  it('explains each of its settings', () => {
    for (const [name, schema] of Object.entries(block.config.properties)) {
      const { title, description } = schema as { title?: string; description?: string }
      expect(title, name).toBeTruthy()
      expect(description, name).toBeTruthy()
    }
  })

  it('starts with a config that fits its schema, except for settings that only the user can choose', () => {
    const issues = configIssues({ id: 'n', type: kind, config: defaultConfig(kind) })
    expect(issues.map((i) => i.field)).toEqual(kind === 'measure' ? ['/geometries'] : [])
  })

  it('rejects an unknown field', () => {
    const issues = configIssues({ id: 'n', type: kind, config: { ...defaultConfig(kind), no_such_field: 1 } })
    expect(issues.map((i) => i.field)).toContain('/no_such_field')
  })

  it('fills in defaults without changing its input', () => {
    const given = Object.freeze({})
    expect(withDefaults(kind, given)).toEqual(defaultConfig(kind))
    expect(given).toEqual({})
  })
})
