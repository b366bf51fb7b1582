/** Answers for agents stay small, whatever an endpoint returns. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundedAnswer, MAX_BYTES, MAX_ROWS } from '../../../../src/platform/agents/mcp/bounded-answer.ts'

const answerOf = (value: unknown) => JSON.parse(boundedAnswer(value))

describe('the answer for an agent', () => {
  it('is the value itself when that is small', () => {
    expect(answerOf({ name: 'Street', graph: { nodes: [1, 2] } })).toEqual({ name: 'Street', graph: { nodes: [1, 2] } })
  })

  it('is at most 8 kB of JSON for any value, which stays as it is', () => {
    const text = fc.string({ maxLength: 3000, unit: 'binary' })
    const { any } = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'medium' },
        text,
        fc.double(),
        fc.constant(null),
        fc.array(tie('any'), { maxLength: 60 }),
        fc.dictionary(fc.string({ maxLength: 200 }), tie('any'), { maxKeys: 40 }),
      ),
    }))
    fc.assert(
      fc.property(any, (value) => {
        const before = JSON.stringify(value)
        const json = boundedAnswer(value)
        expect(Buffer.byteLength(json)).toBeLessThanOrEqual(MAX_BYTES)
        expect(() => JSON.parse(json)).not.toThrow()
        expect(JSON.stringify(value)).toBe(before)
      }),
      { numRuns: 200 },
    )
  })

  it('has at most 25 rows of a list and the number of the others', () => {
    const rows = Array.from({ length: 100 }, (_, id) => ({ id }))
    expect(answerOf(rows)).toEqual({ items: rows.slice(0, MAX_ROWS), left_out: { items: 75 } })
    expect(answerOf({ data: rows, total: 100 })).toEqual({
      data: rows.slice(0, 25),
      total: 100,
      left_out: { data: 75 },
    })
  })

  it('keeps the fields around a long list inside', () => {
    const nodes = Array.from({ length: 2000 }, (_, id) => ({ id, type: 'filter' }))
    const answer = answerOf({ name: 'Street', graph: { version: 1, edges: [], nodes } })
    expect(answer).toMatchObject({ name: 'Street', graph: { version: 1, edges: [] } })
    expect(answer.graph.nodes).toEqual(nodes.slice(0, answer.graph.nodes.length))
    expect(answer.left_out).toEqual({ 'graph.nodes': 2000 - answer.graph.nodes.length })
  })

  it('shortens long texts first', () => {
    const answer = answerOf({ readme: 'x'.repeat(100_000), rows: [1, 2, 3] })
    expect([answer.readme.length, answer.rows]).toEqual([501, [1, 2, 3]])
  })
})
