import { expect, test } from 'vitest'
import {
  classesText,
  searchCatalogue,
  sourceText,
} from '../../../../../src/renderer/parts/model/get-model/catalogue.tsx'
import { anEntry } from './fake-downloads.ts'

const detector = anEntry()
const pose = anEntry({ id: 'pose-t', name: 'Pose-T', use: 'pose', task: 'keypoint_detection', classes: ['person'] })
const all = [detector, pose]

test('every word of the query must be in the entry, in any order and case', () => {
  expect(searchCatalogue(all, 'FIRST street', null)).toEqual([detector, pose])
  expect(searchCatalogue(all, 'bus apache', null)).toEqual([detector])
  expect(searchCatalogue(all, 'bus person', null)).toEqual([])
  expect(searchCatalogue(all, '  ', null)).toEqual(all)
})

test('a use limits the entries', () => {
  expect(searchCatalogue(all, '', 'pose')).toEqual([pose])
  expect(searchCatalogue(all, 'bus', 'pose')).toEqual([])
})

test('classes are described by their set, their number or their names', () => {
  expect(classesText('coco80')).toContain('80 of COCO')
  expect(classesText('imagenet')).toContain('ImageNet')
  expect(classesText(0)).toBe('none')
  expect(classesText(1)).toBe('1 class')
  expect(classesText(['car', 'bus'])).toBe('2: car, bus')
  expect(classesText(['a', 'b', 'c', 'd', 'e'])).toBe('5: a, b, c, d, …')
})

test('the source is the repository or the server', () => {
  expect(sourceText(detector)).toBe('acme/street')
  expect(sourceText({ source: { kind: 'url', url: 'https://example.org/x/y.onnx' } })).toBe('example.org')
})
