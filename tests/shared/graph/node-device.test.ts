import { expect, test } from 'vitest'
import { deviceOfNode } from '../../../src/shared/graph/node-device.ts'

const model = (config: Record<string, unknown>) => ({ id: 'm', type: 'model', config })

test('a model block runs on its own device, else on the chosen one', () => {
  expect(deviceOfNode(model({ device: 'webgpu:2' }), 'cpu')).toBe('webgpu:2')
  expect(deviceOfNode(model({ device: 'auto' }), 'cpu')).toBe('auto')
  expect(deviceOfNode(model({}), 'webgpu')).toBe('webgpu')
  expect(deviceOfNode(model({ device: '' }), 'webgpu')).toBe('webgpu')
})

test('a name that no device can have stands for the CPU', () => {
  expect(deviceOfNode(model({ device: 'quantum' }), 'webgpu')).toBe('cpu')
})

test('another block has no device of its own', () => {
  expect(deviceOfNode({ id: 't', type: 'track', config: { device: 'webgpu' } }, 'cpu')).toBe('cpu')
})
