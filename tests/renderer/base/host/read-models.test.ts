import { expect, test } from 'vitest'
import { readModels } from '../../../../src/renderer/base/host/read-models.ts'
import { createResources } from '../../../../src/renderer/screens/editor/session/resources.ts'
import { aModel } from '../../examples.ts'
import { createFakeHost } from '../../fake-host.ts'

const names = Array.from({ length: 230 }, (_, i) => `model ${i}`)
const manyModels = () => createFakeHost({ models: names.map((name) => aModel({ id: name, name })) })

test('reads every page of the models, each model once', async () => {
  const host = manyModels()
  expect((await readModels(host)).map((model) => model.name)).toEqual(names)
  expect(host.state.calls).toHaveLength(3)
})

test('the editor knows the classes of models of every page', async () => {
  const resources = createResources(manyModels())
  await resources.getState().refreshModels()
  expect(resources.getState().models?.map((model) => model.name)).toEqual(names)
})

test('rejects when a page can’t be read', async () => {
  const host = manyModels()
  host.failNext('models.list', 'The platform is away.')
  await expect(readModels(host)).rejects.toThrow('The platform is away.')
})
