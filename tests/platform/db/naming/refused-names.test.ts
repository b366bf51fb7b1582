/** Names that neither database gets. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import { countingGraph } from '../../support/graphs.ts'
import type { Harness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'

let h: Harness
let dataset: Dataset
beforeAll(async () => {
  h = await joinPlatform()
  dataset = (await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Named' } })).body
})

const NUL = 'must not contain the character U+0000'
const ONE_LINE = 'must not contain line breaks or other control characters'

describe('the character U+0000', () => {
  it.each<[string, string, object, string[]]>([
    ['POST', '/datasets/', { name: 'a\0b' }, ['/name']],
    ['POST', '/datasets/', { name: 'D', description: 'a\0', readme: '\0' }, ['/description', '/readme']],
    ['POST', '/datasets/', { name: 'D', classes: [{ name: 'car' }, { name: 'v\0n' }] }, ['/classes/1/name']],
    ['POST', '/workflows/', { name: 'a\0', graph: countingGraph() }, ['/name']],
    ['POST', '/directories/', { dataset: 'Named', directory_path: '/a\0' }, ['/directory_path']],
    [
      'POST',
      '/annotations/bulk',
      { saves: [{ image_id: 'x', annotations: [{ attributes: { 'c\0': 1 } }] }] },
      ['/saves/0/annotations/0/attributes/c'],
    ],
  ])('is refused in %s %s %j', async (method, path, body, fields) => {
    const { status, error } = await h.fail(method, path, { body })
    expect([status, error.code]).toEqual([422, 'invalid_field'])
    expect(error.details).toEqual(
      fields.map((field) =>
        expect.objectContaining({ field, message: NUL, text: { code: 'invalid.nul', params: {} } }),
      ),
    )
  })

  it('is refused in an address and a query', async () => {
    expect((await h.fail('GET', '/datasets/a%00b')).error).toMatchObject({ details: [{ field: '/dataset' }] })
    const { status, error } = await h.fail('GET', `/images/?dataset=${dataset.id}&filename=%00`)
    expect([status, error.details.map(({ field }) => field)]).toEqual([422, ['/filename']])
  })

  it('is no part of a text that writes its escape', async () => {
    const body = { name: 'D', description: String.raw`a\u0000b` }
    const made = await h.api<Dataset>('POST', '/datasets/', { body })
    expect([made.status, made.body.description]).toEqual([201, body.description])
  })
})

describe('a line break', () => {
  it.each([
    ['POST', '/datasets/', { name: 'a\nb' }, '/name'],
    ['POST', '/datasets/', { name: 'a\u2028b' }, '/name'],
    ['PATCH', '/datasets/Named', { new_name: 'a\tb' }, '/new_name'],
    ['POST', '/workflows/', { name: 'a\r\nb', graph: countingGraph() }, '/name'],
    ['POST', '/tasks', { dataset: 'Named', title: 'a\nb', kind: 'annotation' }, '/title'],
  ])('is refused in %s %s %j', async (method, path, body, field) => {
    const { status, error } = await h.fail(method, path, { body })
    expect([status, error.details]).toEqual([422, [expect.objectContaining({ field, message: ONE_LINE })]])
  })

  it('stays in a text of several lines', async () => {
    const body = { name: 'Lines', description: 'a\nb', readme: '# a\r\n' }
    expect((await h.api<Dataset>('POST', '/datasets/', { body })).body).toMatchObject(body)
  })
})

it('gives data sets with long names numbers that end no character half', async () => {
  const name = '😀'.repeat(50)
  const made = [1, 2].map(() => h.api<Dataset>('POST', '/datasets/', { body: { name } }))
  const names = (await Promise.all(made)).map(({ body }) => body.name).sort()
  expect(names).toEqual([`${'😀'.repeat(48)} (2)`, name].sort())
})
