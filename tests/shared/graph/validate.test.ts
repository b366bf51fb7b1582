import { describe, expect, it } from 'vitest'
import { ISSUE_CODES, type IssueCode } from '../../../src/shared/graph/issue.ts'
import { validate } from '../../../src/shared/graph/validate.ts'
import { edge, graph, node, SOUND_EDGES, soundGraph, soundNodes } from './example-graphs.ts'
import { architectureOf, classesOf, FAILING, suitsOf, withConfig, withMore } from './failing-graphs.ts'

describe('validate', () => {
  it('finds nothing wrong with the counting workflow', () => {
    expect(validate(soundGraph(), { classesOf, suitsOf })).toEqual([])
  })

  // The platform reports the issues that depend on stored records, not `validate`.
  const isStored = (code: string) => code.startsWith('resource.') || code === 'source.unavailable'
  const codes = Object.keys(ISSUE_CODES).filter((code) => !isStored(code)) as IssueCode[]
  it.each(codes)('reports %s in its place, with its severity and remedy', (code) => {
    const example = FAILING[code]
    expect(example, `no failing example for ${code}`).toBeDefined()
    const found = validate(example?.graph, { classesOf, suitsOf, architectureOf }).filter((i) => i.code === code)
    expect(found).toContainEqual(expect.objectContaining({ code, severity: ISSUE_CODES[code], ...example?.at }))
    for (const i of found) expect(i.message).toMatch(/^\S.*[.!]$/)
  })

  it('lets a model that finds one object in each image follow a crop', () => {
    const pose = node('pose', 'model', { model_id: 'person-pose' })
    const behindCrop = withMore([node('crop', 'crop'), pose], 'model>crop', 'crop>pose', 'pose>csv')
    const codes = validate(behindCrop, { architectureOf }).map((i) => i.code)
    expect(codes).not.toContain('lint.one_in_each_image')
    const wholeFrame = withMore([node('crop', 'crop'), pose], 'model>crop', 'source>pose', 'pose>csv')
    const found = validate(wholeFrame, { architectureOf }).filter((i) => i.code === 'lint.one_in_each_image')
    expect(found.map((i) => i.node_id)).toEqual(['pose'])
  })

  it('names each wrong field once, and fields that do not exist', () => {
    const issues = validate(withConfig('track', { tracker: 'magic', lost_after_s: -1, buffer: 30 }))
    expect(issues.map((i) => i.field).sort()).toEqual(['/buffer', '/lost_after_s', '/tracker'])
    expect(issues.find((i) => i.field === '/tracker')?.message).toContain('bytetrack, botsort')
    expect(issues.find((i) => i.field === '/buffer')?.message).toContain('There is no field “buffer”')
  })

  it('lets fields with a default be omitted, and a union of models feed one tracker', () => {
    const g = graph(
      [...soundNodes(), node('m2', 'model'), node('m3', 'model')],
      ...SOUND_EDGES,
      'source>m2',
      'source>m3',
      'm2>track',
      'm3>track',
    )
    expect(validate(g)).toEqual([])
  })

  it('treats an omitted handle as the first port that fits', () => {
    const g = withMore([node('if', 'condition')], 'model>if', 'if>csv')
    expect(validate(g)).toEqual([])
    expect(validate({ ...g, edges: [...g.edges, edge('if:true>csv')] }).map((i) => i.code)).toEqual(['edge.duplicate'])
  })

  it('accepts a workflow that detects objects in a single image', () => {
    const g = graph(
      [node('s', 'source', { kind: 'image' }), node('m', 'model'), node('out', 'sink', { kind: 'json' })],
      's>m',
      'm>out',
    )
    expect(validate(g)).toEqual([])
  })
})
